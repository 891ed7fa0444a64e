-- Version 1 of the schema for SQLite 3.35 and later. Times are microseconds since 1970-01-01 in UTC; the views show them as text.
-- Run it in one transaction. The tables are private to the store and may change; applications read the views.
-- There are no foreign keys: each call writes all tables of an instance in one transaction.

CREATE TABLE workflow_schema (
    version INTEGER NOT NULL PRIMARY KEY,
    applied INTEGER NOT NULL
);

-- One row for each owner with a lease. AUTOINCREMENT: a number is never used again, so that a lock never passes to another owner.
-- process: by which others on its machine see that it has ended; null if they cannot ('OwnerProcess').
CREATE TABLE workflow_owner (
    owner_sid INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
    name TEXT NOT NULL,
    machine TEXT NOT NULL,
    max_failures INTEGER NOT NULL,
    lease_until INTEGER NOT NULL,
    process TEXT,
    CONSTRAINT workflow_owner_types CHECK (typeof(owner_id) = 'text' AND typeof(max_failures) = 'integer' AND typeof(lease_until) = 'integer')
);

CREATE INDEX workflow_owner_by_lease ON workflow_owner (lease_until);

-- Number 0 stands for instances without identity.
CREATE TABLE workflow_definition (
    definition_id INTEGER PRIMARY KEY,
    identity TEXT UNIQUE,
    name TEXT,
    version TEXT,
    package TEXT
);

INSERT INTO workflow_definition (definition_id) VALUES (0);

-- lock_version: increases with each lock. lock_owner: null when nobody holds the instance. is_unsaved: the holder has loaded it and not saved it since.
-- runnable_at: from when on any host may load it; null while it is locked, and when it waits for no timer. turn: orders equal times.
-- suspicion: how often an owner has died since the last save that had loaded the instance and not saved it, up to 3. From then on, each death is a failure of the instance.
-- inbox: the number of messages that wait. inbox_idle: the number of those that the instance cannot take, as far as it is known; negative while the instance is locked and messages were withdrawn.
-- The state is last, because it is long.
CREATE TABLE workflow_instance (
    instance_sid INTEGER PRIMARY KEY,
    instance_id TEXT NOT NULL COLLATE NOCASE,
    definition_id INTEGER NOT NULL,
    status INTEGER NOT NULL,
    lock_version INTEGER NOT NULL,
    lock_owner INTEGER,
    is_unsaved INTEGER NOT NULL DEFAULT 0,
    runnable_at INTEGER,
    turn INTEGER NOT NULL,
    due INTEGER,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    completed INTEGER,
    failures INTEGER NOT NULL DEFAULT 0,
    last_failure TEXT,
    retry_at INTEGER,
    is_suspended INTEGER NOT NULL DEFAULT 0,
    suspicion INTEGER NOT NULL DEFAULT 0,
    bookmarks_hash INTEGER NOT NULL DEFAULT 0,
    promoted_hash INTEGER NOT NULL DEFAULT 0,
    inbox INTEGER NOT NULL DEFAULT 0,
    inbox_idle INTEGER NOT NULL DEFAULT 0,
    encoding INTEGER NOT NULL,
    key_id TEXT,
    state_size INTEGER NOT NULL,
    state_check INTEGER NOT NULL,
    initial_values TEXT,
    saved_values TEXT,
    state BLOB NOT NULL,
    CONSTRAINT workflow_instance_types CHECK (
        typeof(instance_id) = 'text' AND typeof(definition_id) = 'integer' AND typeof(turn) = 'integer' AND typeof(created) = 'integer' AND typeof(updated) = 'integer'
        AND typeof(due) IN ('integer', 'null') AND typeof(runnable_at) IN ('integer', 'null') AND typeof(lock_owner) IN ('integer', 'null')),
    CONSTRAINT workflow_instance_status CHECK (typeof(status) = 'integer' AND status BETWEEN 0 AND 4),
    CONSTRAINT workflow_instance_lock_version CHECK (typeof(lock_version) = 'integer' AND lock_version > 0),
    CONSTRAINT workflow_instance_failures CHECK (typeof(failures) = 'integer' AND failures >= 0),
    CONSTRAINT workflow_instance_inbox CHECK (typeof(inbox) = 'integer' AND inbox >= 0 AND typeof(inbox_idle) = 'integer'),
    CONSTRAINT workflow_instance_state CHECK (typeof(state) = 'blob')
);

CREATE UNIQUE INDEX workflow_instance_by_id ON workflow_instance (instance_id);
CREATE INDEX workflow_instance_by_owner ON workflow_instance (lock_owner) WHERE lock_owner IS NOT NULL;
CREATE INDEX workflow_instance_runnable ON workflow_instance (definition_id, runnable_at, turn, suspicion) WHERE runnable_at IS NOT NULL;
CREATE INDEX workflow_instance_by_completion ON workflow_instance (completed) WHERE completed IS NOT NULL;
CREATE INDEX workflow_instance_suspended ON workflow_instance (instance_sid) WHERE is_suspended = 1;

-- since: when the instance was first saved with this bookmark.
CREATE TABLE workflow_bookmark (
    instance_sid INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    name TEXT NOT NULL,
    owner_display_name TEXT NOT NULL,
    scope_id TEXT,
    since INTEGER NOT NULL,
    PRIMARY KEY (instance_sid, ordinal)
) WITHOUT ROWID;

CREATE INDEX workflow_bookmark_by_name ON workflow_bookmark (name, instance_sid);

CREATE TABLE workflow_instance_key (
    key_id BLOB NOT NULL PRIMARY KEY,
    instance_sid INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX workflow_instance_key_by_instance ON workflow_instance_key (instance_sid);

-- Messages that wait. AUTOINCREMENT: a number is never used again, and later messages have higher numbers.
-- for_owner: the owner that held the instance when the message arrived; null: the instance was not locked.
-- number, total: the messages since one without a message before it, and their bytes. They bound what waits, without a look at each message.
-- The content is last, because it is long: what comes behind it is read through all its pages.
CREATE TABLE workflow_message (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    instance_sid INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    bookmark_name TEXT,
    received INTEGER NOT NULL,
    expires INTEGER,
    for_owner INTEGER,
    number INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    content BLOB NOT NULL,
    CONSTRAINT workflow_message_types CHECK (
        typeof(instance_sid) = 'integer' AND typeof(received) = 'integer' AND typeof(expires) IN ('integer', 'null') AND typeof(for_owner) IN ('integer', 'null') AND typeof(content) = 'blob'),
    CONSTRAINT workflow_message_kind CHECK (typeof(kind) = 'integer' AND kind BETWEEN 0 AND 3 AND (kind = 0) = (bookmark_name IS NOT NULL))
);

CREATE INDEX workflow_message_by_instance ON workflow_message (instance_sid);
CREATE INDEX workflow_message_by_owner ON workflow_message (for_owner, instance_sid) WHERE for_owner IS NOT NULL;

-- Requests that were carried out: messages, and starts of instances, whose sequence is 0.
CREATE TABLE workflow_request (
    request_id BLOB NOT NULL,
    is_start INTEGER NOT NULL,
    instance_id TEXT NOT NULL COLLATE NOCASE,
    sequence INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (request_id, is_start)
) WITHOUT ROWID;

CREATE INDEX workflow_request_by_time ON workflow_request (at);

-- is_initial: a value of the first save, which stays; a value of a later save with the same name hides it.
CREATE TABLE workflow_promoted (
    instance_sid INTEGER NOT NULL,
    promotion TEXT NOT NULL,
    name TEXT NOT NULL,
    is_initial INTEGER NOT NULL,
    text_value TEXT,
    number_value NUMERIC,
    time_value TEXT,
    flag_value INTEGER,
    id_value TEXT COLLATE NOCASE,
    PRIMARY KEY (instance_sid, promotion, name, is_initial)
) WITHOUT ROWID;

CREATE INDEX workflow_promoted_text ON workflow_promoted (promotion, name, text_value) WHERE text_value IS NOT NULL;
CREATE INDEX workflow_promoted_number ON workflow_promoted (promotion, name, number_value) WHERE number_value IS NOT NULL;
CREATE INDEX workflow_promoted_time ON workflow_promoted (promotion, name, time_value) WHERE time_value IS NOT NULL;
CREATE INDEX workflow_promoted_id ON workflow_promoted (promotion, name, id_value) WHERE id_value IS NOT NULL;

-- The public views. Their columns never change their meaning; later versions only add columns.

CREATE VIEW workflow_instances AS
SELECT
    i.instance_id,
    i.instance_sid AS sequence,
    d.name AS definition_name,
    d.version AS definition_version,
    d.package AS definition_package,
    CASE i.status WHEN 0 THEN 'Executing' WHEN 1 THEN 'Idle' WHEN 2 THEN 'Closed' WHEN 3 THEN 'Canceled' WHEN 4 THEN 'Faulted' END AS status,
    (SELECT group_concat('[' || b.name || ': ' || b.owner_display_name || ']', char(10))
        FROM (SELECT * FROM workflow_bookmark WHERE instance_sid = i.instance_sid ORDER BY ordinal) b) AS active_bookmarks,
    strftime('%Y-%m-%dT%H:%M:%fZ', i.due / 1000000.0, 'unixepoch') AS due,
    o.owner_id,
    o.name AS owner_name,
    o.machine AS owner_machine,
    strftime('%Y-%m-%dT%H:%M:%fZ', i.created / 1000000.0, 'unixepoch') AS created,
    strftime('%Y-%m-%dT%H:%M:%fZ', i.updated / 1000000.0, 'unixepoch') AS updated,
    strftime('%Y-%m-%dT%H:%M:%fZ', i.completed / 1000000.0, 'unixepoch') AS completed,
    i.last_failure AS last_error,
    i.failures AS attempts,
    strftime('%Y-%m-%dT%H:%M:%fZ', i.retry_at / 1000000.0, 'unixepoch') AS retry_at,
    i.is_suspended AS suspended,
    i.inbox AS messages,
    i.suspicion
FROM workflow_instance i
LEFT JOIN workflow_definition d ON d.definition_id = i.definition_id
LEFT JOIN workflow_owner o ON o.owner_sid = i.lock_owner AND typeof(o.lease_until) = 'integer'
    AND o.lease_until > CAST((julianday('now') - 2440587.5) * 86400000000.0 AS INTEGER);

CREATE VIEW workflow_active_bookmarks AS
SELECT
    i.instance_id,
    b.name AS bookmark_name,
    b.owner_display_name,
    b.scope_id,
    strftime('%Y-%m-%dT%H:%M:%fZ', b.since / 1000000.0, 'unixepoch') AS since
FROM workflow_bookmark b
JOIN workflow_instance i ON i.instance_sid = b.instance_sid;

CREATE VIEW workflow_messages AS
SELECT
    i.instance_id,
    m.sequence,
    CASE m.kind WHEN 0 THEN 'Resume' WHEN 1 THEN 'Cancel' WHEN 2 THEN 'Terminate' WHEN 3 THEN 'Suspend' END AS kind,
    m.bookmark_name,
    strftime('%Y-%m-%dT%H:%M:%fZ', m.received / 1000000.0, 'unixepoch') AS received,
    strftime('%Y-%m-%dT%H:%M:%fZ', m.expires / 1000000.0, 'unixepoch') AS expires,
    length(m.content) AS size
FROM workflow_message m
JOIN workflow_instance i ON i.instance_sid = m.instance_sid;

CREATE VIEW workflow_promoted_properties AS
SELECT
    i.instance_id,
    p.promotion,
    p.name,
    p.text_value,
    p.number_value,
    p.time_value,
    p.flag_value,
    p.id_value
FROM workflow_promoted p
JOIN workflow_instance i ON i.instance_sid = p.instance_sid
WHERE p.is_initial = 0
    OR NOT EXISTS (
        SELECT 1 FROM workflow_promoted later
        WHERE later.instance_sid = p.instance_sid AND later.promotion = p.promotion AND later.name = p.name AND later.is_initial = 0);

CREATE VIEW workflow_definitions AS
SELECT
    d.name AS definition_name,
    d.version AS definition_version,
    d.package AS definition_package,
    (SELECT count(*) FROM workflow_instance i WHERE i.definition_id = d.definition_id) AS instances
FROM workflow_definition d
WHERE d.identity IS NOT NULL;

INSERT INTO workflow_schema (version, applied) VALUES (1, CAST((julianday('now') - 2440587.5) * 86400000000.0 AS INTEGER));
