"""What the operator does about boards, and how they looked at an earlier move."""



