"""The operator's acts: each in one transaction, with its line in the operator's log and the letters it owes."""
