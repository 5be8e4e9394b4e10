"""The first tables: accounts, addresses, boards, seats, deals, actions, comments, inbox, outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('accounts',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('userid', sa.String(length=20), nullable=False),
    sa.Column('userid_key', sa.String(length=20), nullable=False),
    sa.Column('password_hash', sa.Text(), nullable=True),
    sa.Column('created_at', sa.DateTime(), nullable=False),
    sa.Column('seen_at', sa.DateTime(), nullable=False),
    sa.Column('preferences', sa.JSON(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_accounts')),
    sa.UniqueConstraint('userid_key', name=op.f('uq_accounts_userid_key')),
    sqlite_autoincrement=True
    )
    op.create_table('counters',
    sa.Column('name', sa.String(length=40), nullable=False),
    sa.Column('last', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('name', name=op.f('pk_counters'))
    )
    op.create_table('inbox',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('fingerprint', sa.String(length=64), nullable=False),
    sa.Column('received_at', sa.DateTime(), nullable=False),
    sa.Column('message_id', sa.Text(), nullable=False),
    sa.Column('header_from', sa.Text(), nullable=False),
    sa.Column('outcome', sa.String(length=20), nullable=False),
    sa.Column('why', sa.Text(), nullable=False),
    sa.Column('envelope', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('raw', sa.LargeBinary(), nullable=True),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_inbox')),
    sa.UniqueConstraint('fingerprint', name=op.f('uq_inbox_fingerprint')),
    sqlite_autoincrement=True
    )
    with op.batch_alter_table('inbox', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_inbox_received_at'), ['received_at'], unique=False)

    op.create_table('settings',
    sa.Column('name', sa.String(length=40), nullable=False),
    sa.Column('value', sa.Text(), nullable=False),
    sa.PrimaryKeyConstraint('name', name=op.f('pk_settings'))
    )
    op.create_table('addresses',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('account_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('address', sa.String(length=254), nullable=False),
    sa.Column('created_at', sa.DateTime(), nullable=False),
    sa.Column('confirmed_at', sa.DateTime(), nullable=True),
    sa.Column('suspended_at', sa.DateTime(), nullable=True),
    sa.ForeignKeyConstraint(['account_id'], ['accounts.id'], name=op.f('fk_addresses_account_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_addresses')),
    sa.UniqueConstraint('account_id', 'address', name=op.f('uq_addresses_account_id_address'))
    )
    with op.batch_alter_table('addresses', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_addresses_account_id'), ['account_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_addresses_address'), ['address'], unique=False)

    op.create_table('boards',
    sa.Column('id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('rules', sa.JSON(), nullable=False),
    sa.Column('rules_version', sa.Integer(), nullable=False),
    sa.Column('created_at', sa.DateTime(), nullable=False),
    sa.Column('created_by', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=True),
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('moved_at', sa.DateTime(), nullable=False),
    sa.Column('ended_at', sa.DateTime(), nullable=True),
    sa.Column('places', sa.JSON(none_as_null=True), nullable=True),
    sa.ForeignKeyConstraint(['created_by'], ['accounts.id'], name=op.f('fk_boards_created_by')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_boards'))
    )
    with op.batch_alter_table('boards', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_boards_ended_at'), ['ended_at'], unique=False)

    op.create_table('actions',
    sa.Column('board_id', sa.Integer(), nullable=False),
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('deal', sa.Integer(), nullable=False),
    sa.Column('action', sa.Text(), nullable=False),
    sa.Column('account_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=True),
    sa.Column('at', sa.DateTime(), nullable=False),
    sa.ForeignKeyConstraint(['account_id'], ['accounts.id'], name=op.f('fk_actions_account_id')),
    sa.ForeignKeyConstraint(['board_id'], ['boards.id'], name=op.f('fk_actions_board_id')),
    sa.PrimaryKeyConstraint('board_id', 'seq', name=op.f('pk_actions'))
    )
    op.create_table('comments',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('board_id', sa.Integer(), nullable=False),
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('account_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('at', sa.DateTime(), nullable=False),
    sa.ForeignKeyConstraint(['account_id'], ['accounts.id'], name=op.f('fk_comments_account_id')),
    sa.ForeignKeyConstraint(['board_id'], ['boards.id'], name=op.f('fk_comments_board_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_comments'))
    )
    with op.batch_alter_table('comments', schema=None) as batch_op:
        batch_op.create_index('ix_comments_board_id_seq', ['board_id', 'seq'], unique=False)

    op.create_table('deals',
    sa.Column('board_id', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('secret', sa.String(length=64), nullable=False),
    sa.Column('mix', sa.String(length=64), nullable=True),
    sa.Column('first_seq', sa.Integer(), nullable=True),
    sa.Column('first_move', sa.Integer(), nullable=True),
    sa.Column('totals', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('tie', sa.Boolean(), nullable=True),
    sa.Column('points', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('moon', sa.SmallInteger(), nullable=True),
    sa.Column('log', sa.Text(), nullable=True),
    sa.ForeignKeyConstraint(['board_id'], ['boards.id'], name=op.f('fk_deals_board_id')),
    sa.PrimaryKeyConstraint('board_id', 'number', name=op.f('pk_deals'))
    )
    op.create_table('outbox',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('kind', sa.String(length=12), nullable=False),
    sa.Column('address', sa.String(length=254), nullable=False),
    sa.Column('account_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=True),
    sa.Column('board_id', sa.Integer(), nullable=True),
    sa.Column('seat', sa.SmallInteger(), nullable=True),
    sa.Column('from_seq', sa.Integer(), nullable=True),
    sa.Column('to_seq', sa.Integer(), nullable=True),
    sa.Column('message_id', sa.Text(), nullable=False),
    sa.Column('in_reply_to', sa.Text(), nullable=False),
    sa.Column('reply_to', sa.Text(), nullable=False),
    sa.Column('facts', sa.JSON(), nullable=False),
    sa.Column('state', sa.String(length=8), nullable=False),
    sa.Column('created_at', sa.DateTime(), nullable=False),
    sa.Column('due_at', sa.DateTime(), nullable=False),
    sa.Column('leased_until', sa.DateTime(), nullable=True),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('error', sa.Text(), nullable=False),
    sa.Column('data', sa.LargeBinary(), nullable=True),
    sa.Column('sent_at', sa.DateTime(), nullable=True),
    sa.ForeignKeyConstraint(['account_id'], ['accounts.id'], name=op.f('fk_outbox_account_id')),
    sa.ForeignKeyConstraint(['board_id'], ['boards.id'], name=op.f('fk_outbox_board_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_outbox')),
    sqlite_autoincrement=True
    )
    with op.batch_alter_table('outbox', schema=None) as batch_op:
        batch_op.create_index('ix_outbox_address_board_id', ['address', 'board_id'], unique=False)
        batch_op.create_index('ix_outbox_state_due_at', ['state', 'due_at'], unique=False)

    op.create_table('seats',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('board_id', sa.Integer(), nullable=False),
    sa.Column('seat', sa.SmallInteger(), nullable=False),
    sa.Column('account_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('from_seq', sa.Integer(), nullable=False),
    sa.Column('until_seq', sa.Integer(), nullable=True),
    sa.Column('waiting_since', sa.DateTime(), nullable=True),
    sa.Column('reminded_at', sa.DateTime(), nullable=True),
    sa.Column('told_seq', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['account_id'], ['accounts.id'], name=op.f('fk_seats_account_id')),
    sa.ForeignKeyConstraint(['board_id'], ['boards.id'], name=op.f('fk_seats_board_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_seats')),
    sa.UniqueConstraint('board_id', 'seat', 'from_seq', name=op.f('uq_seats_board_id_seat_from_seq'))
    )
    with op.batch_alter_table('seats', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_seats_account_id'), ['account_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_seats_waiting_since'), ['waiting_since'], unique=False)

