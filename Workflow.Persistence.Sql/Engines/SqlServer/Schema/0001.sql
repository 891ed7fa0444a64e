-- Version 1 of the schema for SQL Server 2017 and later, and Azure SQL.
-- Run it in one transaction, part by part: each line 'GO' ends a part, as sqlcmd and other tools read it.
-- The tables are private to the store and may change; applications read the views.
-- There are no foreign keys: each call writes all tables of an instance in one transaction.
-- Times in tables are whole microseconds since 1970-01-01 in UTC, so that statements can add to them; in views they are datetime2.

-- An administrator can have created the schema, for a login that has rights on it alone.
IF SCHEMA_ID(N'workflow') IS NULL EXEC (N'CREATE SCHEMA workflow;');
GO

CREATE TABLE workflow.schema_version (
    version int NOT NULL PRIMARY KEY,
    applied bigint NOT NULL
);
GO

-- The clock for all leases and timers. Statements take the time from here only.
CREATE FUNCTION workflow.store_time() RETURNS bigint AS
BEGIN
    RETURN DATEDIFF_BIG(microsecond, '1970-01-01', SYSUTCDATETIME());
END;
GO

-- Orders instances that are runnable from the same time on.
CREATE SEQUENCE workflow.turn AS bigint START WITH 1 INCREMENT BY 1 CACHE 1000;
GO

-- One row for each owner with a lease. A number is never used again, so that a lock never passes to another owner.
-- lease_until: 9223372036854775807 for never; 0 says that its process has deleted the owner. process: by which others on its machine see that it has ended; null if they cannot ('OwnerProcess').
CREATE TABLE workflow.owner (
    owner_sid bigint IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    owner_id uniqueidentifier NOT NULL UNIQUE,
    name nvarchar(max) NOT NULL,
    machine nvarchar(max) NOT NULL,
    max_failures int NOT NULL,
    lease_until bigint NOT NULL,
    process nvarchar(max) COLLATE Latin1_General_BIN2 NULL
);
GO

CREATE INDEX owner_by_lease ON workflow.owner (lease_until);
GO

-- Number 0 stands for instances without identity. The hash finds an identity, whose text can be longer than an index holds.
CREATE TABLE workflow.definition (
    definition_id int IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    identity_hash varbinary(32) NULL,
    identity_text nvarchar(max) NULL,
    name nvarchar(max) NULL,
    version nvarchar(max) NULL,
    package nvarchar(max) NULL
);
GO

CREATE UNIQUE INDEX definition_by_identity ON workflow.definition (identity_hash);
GO

SET IDENTITY_INSERT workflow.definition ON;
INSERT INTO workflow.definition (definition_id) VALUES (0);
SET IDENTITY_INSERT workflow.definition OFF;
GO

-- lock_version: increases with each lock. lock_owner: null when nobody holds the instance. is_unsaved: the holder has loaded it and not saved it since.
-- load_id: the load that locked it last. When the answer to a load was lost, its owner finds by it what the load has locked.
-- runnable_at: from when on any host may load it; null while it is locked, and when it waits for no timer.
-- changes: which other tables the last save has written; 1 for bookmarks, 2 for promoted values, 3 for both.
-- suspicion: how often an owner has died since the last save that had loaded the instance and not saved it, up to 3. From then on, each death is a failure of the instance.
-- inbox: the number of messages that wait. inbox_idle: the number of those that the instance cannot take, as far as it is known; negative while the instance is locked and messages were withdrawn.
-- A save of an instance that stays locked changes no column of an index.
-- A damaged row is refused here, as far as a constraint can see it.
CREATE TABLE workflow.instance (
    instance_sid bigint IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    instance_id uniqueidentifier NOT NULL,
    definition_id int NOT NULL,
    status smallint NOT NULL,
    lock_version bigint NOT NULL,
    lock_owner bigint NULL,
    is_unsaved bit NOT NULL DEFAULT 0,
    load_id uniqueidentifier NULL,
    runnable_at bigint NULL,
    turn bigint NOT NULL DEFAULT 0,
    due bigint NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL,
    completed bigint NULL,
    failures int NOT NULL DEFAULT 0,
    last_failure nvarchar(max) NULL,
    retry_at bigint NULL,
    is_suspended bit NOT NULL DEFAULT 0,
    suspicion smallint NOT NULL DEFAULT 0,
    bookmarks_hash bigint NOT NULL DEFAULT 0,
    promoted_hash bigint NOT NULL DEFAULT 0,
    changes tinyint NOT NULL DEFAULT 0,
    inbox int NOT NULL DEFAULT 0,
    inbox_idle int NOT NULL DEFAULT 0,
    encoding smallint NOT NULL,
    key_id nvarchar(max) NULL,
    state_size int NOT NULL,
    state_check bigint NOT NULL,
    initial_values nvarchar(max) NULL,
    saved_values nvarchar(max) NULL,
    state varbinary(max) NOT NULL,
    CHECK (status BETWEEN 0 AND 4),
    CHECK (lock_version BETWEEN 1 AND 9223372036854775806),
    CHECK (failures >= 0),
    CHECK (inbox >= 0),
    CHECK (state_size >= 0),
    CHECK (created BETWEEN -2208988800000000 AND 253402214400000000 AND updated BETWEEN -2208988800000000 AND 253402214400000000),
    CHECK (due BETWEEN -2208988800000000 AND 253402214400000000 AND runnable_at BETWEEN -2208988800000000 AND 253402214400000000),
    CHECK (retry_at BETWEEN -2208988800000000 AND 253402214400000000 AND completed BETWEEN -2208988800000000 AND 253402214400000000)
);
GO

CREATE UNIQUE INDEX instance_by_id ON workflow.instance (instance_id);
GO
CREATE INDEX instance_by_owner ON workflow.instance (lock_owner) WHERE lock_owner IS NOT NULL;
GO
CREATE INDEX instance_runnable ON workflow.instance (definition_id, runnable_at, turn) INCLUDE (instance_id, lock_version, lock_owner, completed, suspicion, is_suspended) WHERE runnable_at IS NOT NULL;
GO
CREATE INDEX instance_by_completion ON workflow.instance (completed) WHERE completed IS NOT NULL;
GO
CREATE INDEX instance_suspended ON workflow.instance (is_suspended) WHERE is_suspended = 1;
GO

-- since: when the instance was first saved with this bookmark.
-- Texts that meet in a comparison or in a sum have one collation, here and in the procedures: SQL Server refuses two columns with different ones (errors 451 and 468).
CREATE TABLE workflow.bookmark (
    instance_sid bigint NOT NULL,
    ordinal int NOT NULL,
    name nvarchar(800) COLLATE Latin1_General_BIN2 NOT NULL,
    owner_display_name nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    scope_id uniqueidentifier NULL,
    since bigint NOT NULL,
    PRIMARY KEY (instance_sid, ordinal)
);
GO

CREATE INDEX bookmark_by_name ON workflow.bookmark (name, instance_sid);
GO

CREATE TABLE workflow.instance_key (
    key_id uniqueidentifier NOT NULL PRIMARY KEY,
    instance_sid bigint NOT NULL
);
GO

CREATE INDEX instance_key_by_instance ON workflow.instance_key (instance_sid);
GO

-- Messages that wait. A number is never used again. It is taken under the lock of the instance's row, so that later messages of an instance have higher numbers.
-- The messages of an instance stand together, in their order: a call that reads or removes them meets no message of another instance.
-- for_owner: the owner that held the instance when the message arrived; null: the instance was not locked.
-- number, total: the messages since one without a message before it, and their bytes. They bound what waits, without a look at each message.
CREATE TABLE workflow.message (
    sequence bigint IDENTITY(1, 1) NOT NULL,
    instance_sid bigint NOT NULL,
    kind smallint NOT NULL,
    bookmark_name nvarchar(800) COLLATE Latin1_General_BIN2 NULL,
    received bigint NOT NULL,
    expires bigint NULL,
    for_owner bigint NULL,
    content varbinary(max) NOT NULL,
    number bigint NOT NULL DEFAULT 0,
    total bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (instance_sid, sequence),
    CONSTRAINT message_kind CHECK ((kind = 0 AND bookmark_name IS NOT NULL) OR (kind BETWEEN 1 AND 3 AND bookmark_name IS NULL)),
    CONSTRAINT message_times CHECK (received BETWEEN -2208988800000000 AND 253402214400000000 AND expires BETWEEN -2208988800000000 AND 253402214400000000)
);
GO

CREATE INDEX message_by_owner ON workflow.message (for_owner, instance_sid, sequence) WHERE for_owner IS NOT NULL;
GO

-- Requests that were carried out: messages, and starts of instances, whose sequence is 0.
CREATE TABLE workflow.request (
    request_id uniqueidentifier NOT NULL,
    is_start bit NOT NULL,
    instance_id uniqueidentifier NOT NULL,
    sequence bigint NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (request_id, is_start)
);
GO

CREATE INDEX request_by_time ON workflow.request (at);
GO

-- is_initial: a value of the first save, which stays; a value of a later save with the same name hides it.
CREATE TABLE workflow.promoted (
    instance_sid bigint NOT NULL,
    promotion nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    name nvarchar(200) COLLATE Latin1_General_BIN2 NOT NULL,
    is_initial bit NOT NULL,
    text_value nvarchar(400) COLLATE Latin1_General_BIN2 NULL,
    number_value float NULL,
    time_value datetime2(6) NULL,
    flag_value bit NULL,
    id_value uniqueidentifier NULL,
    PRIMARY KEY (instance_sid, promotion, name, is_initial)
);
GO

CREATE INDEX promoted_text ON workflow.promoted (promotion, name, text_value) WHERE text_value IS NOT NULL;
GO
CREATE INDEX promoted_number ON workflow.promoted (promotion, name, number_value) WHERE number_value IS NOT NULL;
GO
CREATE INDEX promoted_time ON workflow.promoted (promotion, name, time_value) WHERE time_value IS NOT NULL;
GO
CREATE INDEX promoted_id ON workflow.promoted (promotion, name, id_value) WHERE id_value IS NOT NULL;
GO

-- The public views. Their columns never change their meaning; later versions only add columns.
-- A time is converted in two steps, because DATEADD takes an int.

CREATE VIEW workflow.instances AS
SELECT
    i.instance_id,
    i.instance_sid AS sequence,
    d.name AS definition_name,
    d.version AS definition_version,
    d.package AS definition_package,
    CAST(CASE i.status WHEN 0 THEN N'Executing' WHEN 1 THEN N'Idle' WHEN 2 THEN N'Closed' WHEN 3 THEN N'Canceled' WHEN 4 THEN N'Faulted' END AS nvarchar(10)) AS status,
    CAST((SELECT STRING_AGG(CAST(N'[' + b.name + N': ' + b.owner_display_name + N']' AS nvarchar(max)), NCHAR(10)) WITHIN GROUP (ORDER BY b.ordinal)
        FROM workflow.bookmark b WHERE b.instance_sid = i.instance_sid) AS nvarchar(max)) AS active_bookmarks,
    DATEADD(microsecond, i.due % 60000000, DATEADD(minute, i.due / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS due,
    o.owner_id,
    o.name AS owner_name,
    o.machine AS owner_machine,
    DATEADD(microsecond, i.created % 60000000, DATEADD(minute, i.created / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS created,
    DATEADD(microsecond, i.updated % 60000000, DATEADD(minute, i.updated / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS updated,
    DATEADD(microsecond, i.completed % 60000000, DATEADD(minute, i.completed / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS completed,
    i.last_failure AS last_error,
    i.failures AS attempts,
    DATEADD(microsecond, i.retry_at % 60000000, DATEADD(minute, i.retry_at / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS retry_at,
    i.is_suspended AS suspended,
    i.inbox AS messages,
    i.suspicion
FROM workflow.instance i
LEFT JOIN workflow.definition d ON d.definition_id = i.definition_id
LEFT JOIN workflow.owner o ON o.owner_sid = i.lock_owner AND o.lease_until > workflow.store_time();
GO

CREATE VIEW workflow.active_bookmarks AS
SELECT
    i.instance_id,
    b.name AS bookmark_name,
    b.owner_display_name,
    b.scope_id,
    DATEADD(microsecond, b.since % 60000000, DATEADD(minute, b.since / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS since
FROM workflow.bookmark b
JOIN workflow.instance i ON i.instance_sid = b.instance_sid;
GO

CREATE VIEW workflow.messages AS
SELECT
    i.instance_id,
    m.sequence,
    CAST(CASE m.kind WHEN 0 THEN N'Resume' WHEN 1 THEN N'Cancel' WHEN 2 THEN N'Terminate' WHEN 3 THEN N'Suspend' END AS nvarchar(10)) AS kind,
    m.bookmark_name,
    DATEADD(microsecond, m.received % 60000000, DATEADD(minute, m.received / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS received,
    DATEADD(microsecond, m.expires % 60000000, DATEADD(minute, m.expires / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS expires,
    CAST(DATALENGTH(m.content) AS int) AS size
FROM workflow.message m
JOIN workflow.instance i ON i.instance_sid = m.instance_sid;
GO

CREATE VIEW workflow.promoted_properties AS
SELECT
    i.instance_id,
    p.promotion,
    p.name,
    p.text_value,
    p.number_value,
    p.time_value,
    p.flag_value,
    p.id_value
FROM workflow.promoted p
JOIN workflow.instance i ON i.instance_sid = p.instance_sid
WHERE p.is_initial = 0
    OR NOT EXISTS (
        SELECT 1 FROM workflow.promoted later
        WHERE later.instance_sid = p.instance_sid AND later.promotion = p.promotion AND later.name = p.name AND later.is_initial = 0);
GO

CREATE VIEW workflow.definitions AS
SELECT
    d.name AS definition_name,
    d.version AS definition_version,
    d.package AS definition_package,
    (SELECT COUNT_BIG(*) FROM workflow.instance i WHERE i.definition_id = d.definition_id) AS instances
FROM workflow.definition d
WHERE d.identity_text IS NOT NULL;
GO

-- Finds an instance, by its id, by a key, or, if there is a list of definitions that are refused, one that is runnable; locks it if it can be locked, and returns what it has found.
--
-- Why this is correct under the locking of SQL Server, with and without READ_COMMITTED_SNAPSHOT:
-- What is found is only a proposal, which can be old. The UPDATE decides. It reads its row under an update lock, as it was last committed, in both modes, and requires the lock
-- version and the holder on which the decision rests. Both change with each lock and unlock, so of two loads one changes the row and the other finds nothing to change, and tries again. The row
-- stays locked until the transaction ends, so that the state that is read afterwards is that of this lock.
-- The key and the time of a runnable instance are required once more by the UPDATE, because they can have changed since the row was found.
-- READPAST only saves waiting: what another call has locked is passed over. The index of runnable instances covers the search, so that no key lock is held while a row is waited for.
CREATE PROCEDURE workflow.lock_instance
    @owner bigint, @owner_id uniqueidentifier, @definitions nvarchar(max), @instance_id uniqueidentifier, @key uniqueidentifier, @refused nvarchar(max),
    @load uniqueidentifier, @suspicion smallint
AS
BEGIN
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @now bigint = workflow.store_time(), @candidate int, @sid bigint;
DECLARE @has_owner bit = 0, @lock_version bigint, @holder bigint, @holder_id uniqueidentifier, @holder_name nvarchar(max), @is_held bit = 0, @has_died bit = 0, @max_failures int;
DECLARE @locked TABLE (instance_sid bigint NOT NULL PRIMARY KEY, lock_version bigint NOT NULL);
IF @instance_id IS NOT NULL
    SELECT @sid = i.instance_sid FROM workflow.instance i WHERE i.instance_id = @instance_id;
ELSE IF @key IS NOT NULL
    SELECT @sid = k.instance_sid FROM workflow.instance_key k WHERE k.key_id = @key;
ELSE
    -- A row that contradicts itself cannot be locked: it is passed over, so that it does not keep hosts from the rows behind it.
    -- Suspects for which the owner has no room are passed over, too.
    -- The first runnable instance of each definition is found by the index, and the definition with the first of these is chosen.
    SELECT TOP (1) @candidate = d.definition_id, @sid = f.instance_sid
    FROM workflow.definition d
    CROSS APPLY (
        SELECT TOP (1) r.instance_sid, r.runnable_at, r.turn
        FROM workflow.instance r WITH (READPAST)
        WHERE r.definition_id = d.definition_id AND r.runnable_at <= @now
            AND r.suspicion <= @suspicion AND r.is_suspended = 0
            AND r.lock_owner IS NULL AND r.completed IS NULL AND r.lock_version < 9223372036854775807 AND r.instance_id IS NOT NULL
        ORDER BY r.runnable_at, r.turn) f
    WHERE NOT EXISTS (SELECT 1 FROM STRING_SPLIT(@refused, N',') n WHERE CAST(NULLIF(n.value, N'') AS int) = d.definition_id)
    ORDER BY f.runnable_at, f.turn;

-- An owner whose lease is over holds nothing any more. If it has died, the same happens to the instance as in 'OwnersAbandon'.
IF EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > @now) SET @has_owner = 1;
SELECT @lock_version = i.lock_version, @holder = i.lock_owner, @holder_id = h.owner_id, @holder_name = h.name,
    @is_held = CASE WHEN h.lease_until > @now THEN 1 ELSE 0 END, @has_died = CASE WHEN h.lease_until > 0 THEN 1 ELSE 0 END, @max_failures = COALESCE(h.max_failures, 2147483647)
FROM workflow.instance i
LEFT JOIN workflow.owner h ON h.owner_sid = i.lock_owner
WHERE i.instance_sid = @sid;
BEGIN TRANSACTION;
IF @has_owner = 1 AND @is_held = 0
UPDATE workflow.instance SET
    lock_owner = @owner,
    lock_version = instance.lock_version + 1,
    is_unsaved = 1,
    load_id = @load,
    runnable_at = NULL,
    retry_at = CASE
        WHEN @has_died = 0 OR instance.is_unsaved = 0 OR instance.is_suspended = 1 THEN instance.retry_at
        WHEN instance.suspicion < 3 OR instance.failures < @max_failures - 1 THEN @now END,
    is_suspended = CASE WHEN @has_died = 1 AND instance.is_unsaved = 1 AND instance.suspicion >= 3 AND instance.failures >= @max_failures - 1 THEN 1 ELSE instance.is_suspended END,
    last_failure = CASE WHEN @has_died = 0 OR instance.is_unsaved = 0 OR instance.is_suspended = 1 THEN instance.last_failure
        ELSE CONCAT(N'The owner ''', @holder_name, N''' (', LOWER(CAST(@holder_id AS varchar(36))), N') disappeared before it saved the instance.') END,
    failures = CASE
        WHEN @has_died = 0 OR instance.is_unsaved = 0 OR instance.is_suspended = 1 OR instance.suspicion < 3 THEN instance.failures
        WHEN instance.failures < 2147483646 THEN instance.failures + 1
        ELSE 2147483646 END,
    suspicion = CASE
        WHEN @has_died = 0 OR instance.is_unsaved = 0 OR instance.is_suspended = 1 OR instance.suspicion >= 3 THEN instance.suspicion
        ELSE instance.suspicion + 1 END
OUTPUT inserted.instance_sid, inserted.lock_version INTO @locked
WHERE instance.instance_sid = @sid AND instance.lock_version = @lock_version AND (instance.lock_owner = @holder OR (instance.lock_owner IS NULL AND @holder IS NULL))
    AND instance.completed IS NULL AND instance.lock_version < 9223372036854775807 AND instance.instance_id IS NOT NULL
    AND (@refused IS NULL OR (instance.runnable_at <= @now AND instance.suspicion <= @suspicion AND instance.is_suspended = 0))
    AND (@key IS NULL OR EXISTS (SELECT 1 FROM workflow.instance_key k WHERE k.key_id = @key AND k.instance_sid = instance.instance_sid))
    AND EXISTS (SELECT 1 FROM STRING_SPLIT(@definitions, N',') n WHERE CAST(NULLIF(n.value, N'') AS int) = instance.definition_id);
SELECT @has_owner AS has_owner, @candidate AS candidate,
    i.instance_sid, i.instance_id, i.definition_id, CAST(CASE WHEN i.completed IS NULL THEN 0 ELSE 1 END AS bit) AS is_completed,
    @is_held AS is_held, @holder_id AS holder_id, @holder_name AS holder_name,
    l.lock_version, i.status, i.encoding, i.key_id, i.state_size, i.state_check, CASE WHEN l.instance_sid IS NOT NULL THEN i.state END AS state,
    (SELECT STRING_AGG(CAST(k.key_id AS varchar(max)), ',') FROM workflow.instance_key k WHERE k.instance_sid = l.instance_sid) AS keys,
    i.lock_version AS found_version, i.suspicion
FROM (SELECT 1 AS one) n
LEFT JOIN workflow.instance i ON i.instance_sid = @sid
LEFT JOIN @locked l ON l.instance_sid = i.instance_sid;
COMMIT TRANSACTION;
END;
GO

-- Writes saves and unlocks of many instances at once, in one transaction, and returns the places of those that it has written.
--
-- The rows of a batch are parameters in JSON, with one object for each row; 'place' is the place of a call in its batch. Their texts are in one more parameter, so that none has to be escaped:
-- each is eight digits, which the rows refer to, and then the text, with a separator between them that is in none of them. All states are one binary parameter; a row has its part of it.
-- Table-valued parameters would do the same. The engine that this project is tested with reads null from them where there is a value.
-- kinds: which calls there are; 1 for first saves, 2 for later ones, 4 for those after which nothing is kept, 8 for unlocks, 16 for unlocks after failures, 32 for unlocks that suspend the
-- instance, 64 for first saves of which only the request is kept.
--
-- Why this is correct under the locking of SQL Server, with and without READ_COMMITTED_SNAPSHOT:
-- Each statement that changes an instance checks the holder and the lock version itself. It is an UPDATE or DELETE that finds its rows by instance_id. In both modes it reads a row under an
-- update lock, as it was last committed, and keeps the lock until the transaction ends. So a row with another lock version is never written, whatever was read before, and what follows in
-- the transaction belongs to the same lock. The rows that were written are known from OUTPUT; only for these, the other tables are written.
-- A first save and a new key can meet another call that writes the same id or key just now. The unique indexes decide: the second call gets error 2601 or 2627, its transaction is rolled
-- back, and the next attempt reads what the first has committed. What is read before (whether the owner lives, whether a key is taken) can be old and only refuses early.
-- 'changes' is computed by the UPDATE from the row under its lock, so that bookmarks and promoted values are compared with those that are there.
-- Messages are counted and removed after the UPDATE has locked the row of their instance. A call that stores or removes a message locks that row first (see 'send_message'), and each statement
-- sees what was committed before it began: so a message that was stored before the save is counted, and one that comes after it finds the row as the save leaves it. None is overlooked.
-- The unique index of requests decides about starts, as that of keys does about keys.
--
-- All batches lock instances in the order of their ids, and the other tables after them: two batches cannot wait for each other in a circle. UPDLOCK takes the locks in this
-- order before anything is written. It is an addition: without it, a circle would end with a victim, error 1205, which is written again.
CREATE PROCEDURE workflow.save_batch
    @rows nvarchar(max), @bookmarks nvarchar(max), @keys nvarchar(max), @promoted nvarchar(max), @consumed nvarchar(max), @texts nvarchar(max), @states varbinary(max), @separator nvarchar(1),
    @kinds int
AS
BEGIN
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @now bigint = workflow.store_time(), @count int;
DECLARE @written TABLE (place int NOT NULL PRIMARY KEY);
DECLARE @text TABLE (id int NOT NULL PRIMARY KEY, text nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL);
DECLARE @row TABLE (
    instance_id uniqueidentifier NOT NULL PRIMARY KEY, place int NOT NULL, owner_sid bigint NOT NULL, lock_version bigint NOT NULL, definition_id int NULL, status smallint NULL,
    gives_back bit NULL, completes bit NULL, deletes bit NULL, due bigint NULL, bookmarks_hash bigint NULL, promoted_hash bigint NULL, encoding smallint NULL, key_text int NULL,
    state_size int NULL, state_check bigint NULL, initial_text int NULL, saved_text int NULL, state_start int NULL, state_length int NULL,
    failure_text int NULL, max_failures int NULL, first_delay float NULL, max_delay float NULL, suspends bit NULL, messages_left int NULL, request_id uniqueidentifier NULL);

INSERT INTO @text (id, text)
SELECT CAST(LEFT(t.value, 8) AS int), SUBSTRING(CAST(t.value AS nvarchar(max)), 9, DATALENGTH(t.value))
FROM STRING_SPLIT(@texts COLLATE Latin1_General_BIN2, @separator) t
WHERE DATALENGTH(t.value) > 0;
INSERT INTO @row (
    instance_id, place, owner_sid, lock_version, definition_id, status, gives_back, completes, deletes, due, bookmarks_hash, promoted_hash, encoding, key_text,
    state_size, state_check, initial_text, saved_text, state_start, state_length, failure_text, max_failures, first_delay, max_delay, suspends, messages_left, request_id)
SELECT
    r.instance_id, r.place, r.owner_sid, r.lock_version, r.definition_id, r.status, r.gives_back, r.completes, r.deletes,
    CASE WHEN r.due_in <= 0 THEN @now WHEN r.due_in < 253402214400000000 - @now THEN @now + r.due_in END,
    r.bookmarks_hash, r.promoted_hash, r.encoding, r.key_text,
    r.state_size, r.state_check, r.initial_text, r.saved_text, r.state_start, r.state_length, r.failure_text, r.max_failures, r.first_delay, r.max_delay, r.suspends, r.messages_left,
    r.request_id
FROM OPENJSON(@rows) WITH (
    instance_id uniqueidentifier, place int, owner_sid bigint, owner_id uniqueidentifier, lock_version bigint, definition_id int, status smallint,
    gives_back bit, completes bit, deletes bit, due_in bigint, bookmarks_hash bigint, promoted_hash bigint, encoding smallint, key_text int,
    state_size int, state_check bigint, initial_text int, saved_text int, state_start int, state_length int,
    failure_text int, max_failures int, first_delay float, max_delay float, suspends bit, messages_left int, request_id uniqueidentifier) r
JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > @now;

-- What is refused by a key that another instance has.
IF @keys <> N'[]'
DELETE FROM @row WHERE place IN (
    SELECT r.place
    FROM @row r
    JOIN OPENJSON(@keys) WITH (place int, key_id uniqueidentifier, is_removed bit) k ON k.place = r.place
    JOIN workflow.instance_key old ON old.key_id = k.key_id
    LEFT JOIN workflow.instance i ON i.instance_sid = old.instance_sid
    WHERE k.is_removed = 0 AND (i.instance_id IS NULL OR i.instance_id <> r.instance_id));

-- What is refused by a request that has started an instance.
IF EXISTS (SELECT 1 FROM @row r WHERE r.request_id IS NOT NULL)
DELETE FROM @row WHERE place IN (SELECT r.place FROM @row r JOIN workflow.request q ON q.request_id = r.request_id AND q.is_start = 1);

BEGIN TRANSACTION;
SELECT @count = COUNT(*) FROM @row r INNER LOOP JOIN workflow.instance i WITH (UPDLOCK, ROWLOCK) ON i.instance_id = r.instance_id WHERE r.lock_version <> 0;

-- First saves.
IF @kinds & 1 <> 0
BEGIN
    DECLARE @inserted TABLE (instance_id uniqueidentifier NOT NULL PRIMARY KEY, instance_sid bigint NOT NULL);
    INSERT INTO workflow.instance (
        instance_id, definition_id, status, lock_version, lock_owner, runnable_at, turn, due, created, updated, completed, bookmarks_hash, promoted_hash, changes,
        encoding, key_id, state_size, state_check, initial_values, saved_values, state)
    OUTPUT inserted.instance_id, inserted.instance_sid INTO @inserted
    SELECT
        r.instance_id, r.definition_id, r.status, 1, CASE WHEN r.gives_back = 0 THEN r.owner_sid END,
        CASE WHEN r.gives_back = 1 AND r.completes = 0 THEN CASE WHEN r.status = 0 THEN @now ELSE r.due END END,
        NEXT VALUE FOR workflow.turn, r.due, @now, @now, CASE WHEN r.completes = 1 THEN @now END, r.bookmarks_hash, r.promoted_hash, 3,
        r.encoding, k.text, r.state_size, r.state_check, i.text, s.text, SUBSTRING(@states, r.state_start, r.state_length)
    FROM @row r
    LEFT JOIN @text k ON k.id = r.key_text
    LEFT JOIN @text i ON i.id = r.initial_text
    LEFT JOIN @text s ON s.id = r.saved_text
    WHERE r.lock_version = 0 AND r.deletes = 0
        AND NOT EXISTS (SELECT 1 FROM workflow.instance old WHERE old.instance_id = r.instance_id);
    IF @bookmarks <> N'[]'
    INSERT INTO workflow.bookmark (instance_sid, ordinal, name, owner_display_name, scope_id, since)
    SELECT i.instance_sid, b.ordinal, n.text, o.text, b.scope_id, @now
    FROM @inserted i
    JOIN @row r ON r.instance_id = i.instance_id
    JOIN OPENJSON(@bookmarks) WITH (place int, ordinal int, name_text int, owner_text int, scope_id uniqueidentifier) b ON b.place = r.place
    JOIN @text n ON n.id = b.name_text
    JOIN @text o ON o.id = b.owner_text;
    IF @promoted <> N'[]'
    INSERT INTO workflow.promoted (instance_sid, promotion, name, is_initial, text_value, number_value, time_value, flag_value, id_value)
    SELECT i.instance_sid, m.text, n.text, p.is_initial, t.text, p.number_value, p.time_value, p.flag_value, p.id_value
    FROM @inserted i
    JOIN @row r ON r.instance_id = i.instance_id
    JOIN OPENJSON(@promoted) WITH (
        place int, promotion_text int, name_text int, is_initial bit, value_text int, number_value float, time_value datetime2(6), flag_value bit, id_value uniqueidentifier) p ON p.place = r.place
    JOIN @text m ON m.id = p.promotion_text
    JOIN @text n ON n.id = p.name_text
    LEFT JOIN @text t ON t.id = p.value_text;
    IF @keys <> N'[]'
    INSERT INTO workflow.instance_key (key_id, instance_sid)
    SELECT k.key_id, i.instance_sid
    FROM @inserted i
    JOIN @row r ON r.instance_id = i.instance_id
    JOIN OPENJSON(@keys) WITH (place int, key_id uniqueidentifier, is_removed bit) k ON k.place = r.place
    WHERE k.is_removed = 0
    ORDER BY k.key_id;
    INSERT INTO workflow.request (request_id, is_start, instance_id, sequence, at)
    SELECT r.request_id, 1, r.instance_id, 0, @now
    FROM @inserted i
    JOIN @row r ON r.instance_id = i.instance_id
    WHERE r.request_id IS NOT NULL;
    INSERT INTO @written (place) SELECT r.place FROM @inserted i JOIN @row r ON r.instance_id = i.instance_id;
END;

-- First saves of instances that have completed, of which nothing is kept but the requests that started them.
IF @kinds & 64 <> 0
BEGIN
    DECLARE @started TABLE (request_id uniqueidentifier NOT NULL PRIMARY KEY);
    INSERT INTO workflow.request (request_id, is_start, instance_id, sequence, at)
    OUTPUT inserted.request_id INTO @started
    SELECT r.request_id, 1, r.instance_id, 0, @now
    FROM @row r
    WHERE r.lock_version = 0 AND r.deletes = 1 AND r.request_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM workflow.instance old WHERE old.instance_id = r.instance_id);
    INSERT INTO @written (place) SELECT r.place FROM @started s JOIN @row r ON r.request_id = s.request_id;
END;

-- Later saves. The numbers of messages stay as they are until the messages are counted.
IF @kinds & 2 <> 0
BEGIN
    DECLARE @updated TABLE (instance_id uniqueidentifier NOT NULL PRIMARY KEY, instance_sid bigint NOT NULL, changes tinyint NOT NULL);
    UPDATE workflow.instance SET
        status = r.status,
        lock_owner = CASE WHEN r.gives_back = 0 THEN r.owner_sid END,
        is_unsaved = 0,
        runnable_at = CASE WHEN r.gives_back = 1 AND r.completes = 0 THEN CASE WHEN r.status = 0 THEN @now ELSE r.due END END,
        turn = NEXT VALUE FOR workflow.turn,
        due = r.due,
        updated = @now,
        completed = CASE WHEN r.completes = 1 THEN @now END,
        failures = 0, last_failure = NULL, retry_at = NULL, is_suspended = 0, suspicion = 0,
        changes = CASE WHEN instance.bookmarks_hash <> r.bookmarks_hash THEN 1 ELSE 0 END + CASE WHEN instance.promoted_hash <> r.promoted_hash THEN 2 ELSE 0 END,
        bookmarks_hash = r.bookmarks_hash, promoted_hash = r.promoted_hash,
        inbox = CASE WHEN r.completes = 0 AND instance.inbox > 0 THEN instance.inbox ELSE 0 END,
        inbox_idle = CASE WHEN r.completes = 0 AND instance.inbox > 0 THEN instance.inbox_idle ELSE 0 END,
        encoding = r.encoding, key_id = (SELECT t.text FROM @text t WHERE t.id = r.key_text), state_size = r.state_size, state_check = r.state_check,
        saved_values = (SELECT t.text FROM @text t WHERE t.id = r.saved_text),
        state = SUBSTRING(@states, r.state_start, r.state_length)
    OUTPUT inserted.instance_id, inserted.instance_sid, inserted.changes INTO @updated
    FROM @row r
    WHERE instance.instance_id = r.instance_id AND instance.lock_owner = r.owner_sid AND instance.lock_version = r.lock_version AND r.deletes = 0;
    IF EXISTS (SELECT 1 FROM @updated u WHERE u.changes IN (1, 3))
    BEGIN
        DECLARE @bookmark TABLE (instance_sid bigint NOT NULL, ordinal int NOT NULL, name nvarchar(800) COLLATE Latin1_General_BIN2 NOT NULL,
            owner_display_name nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL, scope_id uniqueidentifier NULL, since bigint NOT NULL, PRIMARY KEY (instance_sid, ordinal));
        -- A comparison of texts takes no account of spaces at their ends; the length does.
        INSERT INTO @bookmark (instance_sid, ordinal, name, owner_display_name, scope_id, since)
        SELECT u.instance_sid, b.ordinal, n.text, o.text, b.scope_id, COALESCE((
            SELECT MIN(old.since) FROM workflow.bookmark old
            WHERE old.instance_sid = u.instance_sid AND old.name = n.text AND DATALENGTH(old.name) = DATALENGTH(n.text)
                AND old.owner_display_name = o.text AND DATALENGTH(old.owner_display_name) = DATALENGTH(o.text)
                AND (old.scope_id = b.scope_id OR (old.scope_id IS NULL AND b.scope_id IS NULL))), @now)
        FROM @updated u
        JOIN @row r ON r.instance_id = u.instance_id
        JOIN OPENJSON(@bookmarks) WITH (place int, ordinal int, name_text int, owner_text int, scope_id uniqueidentifier) b ON b.place = r.place
        JOIN @text n ON n.id = b.name_text
        JOIN @text o ON o.id = b.owner_text
        WHERE u.changes IN (1, 3);
        DELETE FROM workflow.bookmark WHERE instance_sid IN (SELECT u.instance_sid FROM @updated u WHERE u.changes IN (1, 3));
        INSERT INTO workflow.bookmark (instance_sid, ordinal, name, owner_display_name, scope_id, since)
        SELECT instance_sid, ordinal, name, owner_display_name, scope_id, since FROM @bookmark;
    END;
    IF EXISTS (SELECT 1 FROM @updated u WHERE u.changes IN (2, 3))
    BEGIN
        DELETE FROM workflow.promoted WHERE is_initial = 0 AND instance_sid IN (SELECT u.instance_sid FROM @updated u WHERE u.changes IN (2, 3));
        INSERT INTO workflow.promoted (instance_sid, promotion, name, is_initial, text_value, number_value, time_value, flag_value, id_value)
        SELECT u.instance_sid, m.text, n.text, p.is_initial, t.text, p.number_value, p.time_value, p.flag_value, p.id_value
        FROM @updated u
        JOIN @row r ON r.instance_id = u.instance_id
        JOIN OPENJSON(@promoted) WITH (
            place int, promotion_text int, name_text int, is_initial bit, value_text int, number_value float, time_value datetime2(6), flag_value bit, id_value uniqueidentifier) p ON p.place = r.place
        JOIN @text m ON m.id = p.promotion_text
        JOIN @text n ON n.id = p.name_text
        LEFT JOIN @text t ON t.id = p.value_text
        WHERE u.changes IN (2, 3) AND p.is_initial = 0;
    END;
    IF @keys <> N'[]'
    BEGIN
        INSERT INTO workflow.instance_key (key_id, instance_sid)
        SELECT k.key_id, u.instance_sid
        FROM @updated u
        JOIN @row r ON r.instance_id = u.instance_id
        JOIN OPENJSON(@keys) WITH (place int, key_id uniqueidentifier, is_removed bit) k ON k.place = r.place
        WHERE k.is_removed = 0 AND NOT EXISTS (SELECT 1 FROM workflow.instance_key old WHERE old.key_id = k.key_id)
        ORDER BY k.key_id;
        DELETE FROM workflow.instance_key WHERE key_id IN (
            SELECT old.key_id
            FROM @updated u
            JOIN @row r ON r.instance_id = u.instance_id
            JOIN OPENJSON(@keys) WITH (place int, key_id uniqueidentifier, is_removed bit) k ON k.place = r.place
            JOIN workflow.instance_key old ON old.key_id = k.key_id AND old.instance_sid = u.instance_sid
            WHERE k.is_removed = 1);
    END;
    IF EXISTS (SELECT 1 FROM @row r WHERE r.completes = 1)
    BEGIN
        DELETE FROM workflow.instance_key WHERE instance_sid IN (SELECT u.instance_sid FROM @updated u JOIN @row r ON r.instance_id = u.instance_id WHERE r.completes = 1);
        DELETE FROM workflow.message WHERE instance_sid IN (SELECT u.instance_sid FROM @updated u JOIN @row r ON r.instance_id = u.instance_id WHERE r.completes = 1);
    END;
    DECLARE @removed TABLE (instance_sid bigint NOT NULL, sequence bigint NOT NULL, PRIMARY KEY (instance_sid, sequence));
    IF @consumed <> N'[]'
    DELETE FROM workflow.message
    OUTPUT deleted.instance_sid, deleted.sequence INTO @removed
    FROM @updated u
    JOIN @row r ON r.instance_id = u.instance_id
    JOIN OPENJSON(@consumed) WITH (place int, sequence bigint) c ON c.place = r.place
    WHERE message.instance_sid = u.instance_sid AND message.sequence = c.sequence;

    -- A count that is too high, after a repair by hand for instance, would let hosts load an instance again and again, so it is checked before the instance becomes runnable by it.
    -- The second UPDATE needs no check, because the first has locked the rows.
    DECLARE @counted TABLE (instance_sid bigint NOT NULL PRIMARY KEY, gives_back bit NOT NULL, due bigint NULL, inbox int NOT NULL, idle int NOT NULL, waiting int NOT NULL);
    INSERT INTO @counted (instance_sid, gives_back, due, inbox, idle, waiting)
    SELECT i.instance_sid, r.gives_back, i.due, a.inbox, n.idle, CASE WHEN r.gives_back = 0 OR a.inbox <= n.idle THEN 0 ELSE (
        SELECT COUNT(*)
        FROM (SELECT TOP (CASE WHEN n.idle > 0 THEN CAST(n.idle AS bigint) ELSE 0 END + 1) m.sequence FROM workflow.message m WHERE m.instance_sid = i.instance_sid) m) END
    FROM @updated u
    JOIN @row r ON r.instance_id = u.instance_id
    JOIN workflow.instance i ON i.instance_sid = u.instance_sid
    CROSS APPLY (SELECT COUNT(*) AS consumed FROM @removed c WHERE c.instance_sid = u.instance_sid) c
    CROSS APPLY (SELECT CASE WHEN i.inbox > c.consumed THEN i.inbox - c.consumed ELSE 0 END AS inbox) a
    CROSS APPLY (SELECT r.messages_left + CASE WHEN i.inbox_idle < 0 THEN i.inbox_idle ELSE 0 END AS idle) h
    CROSS APPLY (SELECT CASE
        WHEN i.inbox_idle < 0 AND r.gives_back = 0 THEN i.inbox_idle
        WHEN h.idle < 0 THEN 0
        WHEN h.idle > a.inbox THEN a.inbox
        ELSE h.idle END AS idle) n
    WHERE i.inbox > 0;
    IF EXISTS (SELECT 1 FROM @counted)
    UPDATE workflow.instance SET
        inbox = CASE WHEN c.gives_back = 0 OR c.waiting > c.idle OR c.inbox < c.idle THEN c.inbox ELSE c.idle END,
        inbox_idle = c.idle,
        runnable_at = CASE WHEN c.gives_back = 1 AND c.waiting > c.idle AND (c.due IS NULL OR c.due > @now) THEN @now ELSE instance.runnable_at END
    FROM @counted c
    WHERE instance.instance_sid = c.instance_sid;
    INSERT INTO @written (place) SELECT r.place FROM @updated u JOIN @row r ON r.instance_id = u.instance_id;
END;

-- Saves after which nothing is kept.
IF @kinds & 4 <> 0
BEGIN
    DECLARE @deleted TABLE (instance_id uniqueidentifier NOT NULL PRIMARY KEY, instance_sid bigint NOT NULL);
    DELETE FROM workflow.instance
    OUTPUT deleted.instance_id, deleted.instance_sid INTO @deleted
    FROM @row r
    WHERE instance.instance_id = r.instance_id AND instance.lock_owner = r.owner_sid AND instance.lock_version = r.lock_version AND r.deletes = 1;
    DELETE FROM workflow.bookmark WHERE instance_sid IN (SELECT d.instance_sid FROM @deleted d);
    DELETE FROM workflow.promoted WHERE instance_sid IN (SELECT d.instance_sid FROM @deleted d);
    DELETE FROM workflow.instance_key WHERE instance_sid IN (SELECT d.instance_sid FROM @deleted d);
    DELETE FROM workflow.message WHERE instance_sid IN (SELECT d.instance_sid FROM @deleted d);
    INSERT INTO @written (place) SELECT r.place FROM @deleted d JOIN @row r ON r.instance_id = d.instance_id;
END;

-- What was loaded and not saved goes behind what is runnable already: it gets the time of now, and a new turn.
IF @kinds & 8 <> 0
BEGIN
    DECLARE @unlocked TABLE (instance_id uniqueidentifier NOT NULL PRIMARY KEY);
    UPDATE workflow.instance SET
        lock_owner = NULL,
        turn = NEXT VALUE FOR workflow.turn,
        inbox_idle = CASE WHEN instance.inbox_idle > 0 THEN instance.inbox_idle ELSE 0 END,
        runnable_at = CASE
            WHEN instance.is_suspended = 1 THEN NULL
            WHEN instance.status = 0 OR (instance.is_unsaved = 1 AND instance.due < @now)
                OR (instance.inbox > CASE WHEN instance.inbox_idle > 0 THEN instance.inbox_idle ELSE 0 END AND (instance.due IS NULL OR instance.due > @now))
                THEN CASE WHEN instance.retry_at > @now THEN instance.retry_at ELSE @now END
            WHEN instance.retry_at > instance.due THEN instance.retry_at
            ELSE instance.due END
    OUTPUT inserted.instance_id INTO @unlocked
    FROM @row r
    WHERE instance.instance_id = r.instance_id AND instance.lock_owner = r.owner_sid AND instance.lock_version = r.lock_version AND r.status IS NULL AND r.failure_text IS NULL;
    INSERT INTO @written (place) SELECT r.place FROM @unlocked u JOIN @row r ON r.instance_id = u.instance_id;
END;

-- The owners suspend the instances.
IF @kinds & 32 <> 0
BEGIN
    DECLARE @suspended TABLE (instance_id uniqueidentifier NOT NULL PRIMARY KEY);
    UPDATE workflow.instance SET
        lock_owner = NULL,
        turn = NEXT VALUE FOR workflow.turn,
        inbox_idle = CASE WHEN instance.inbox_idle > 0 THEN instance.inbox_idle ELSE 0 END,
        last_failure = (SELECT t.text FROM @text t WHERE t.id = r.failure_text),
        retry_at = NULL,
        is_suspended = 1,
        runnable_at = NULL
    OUTPUT inserted.instance_id INTO @suspended
    FROM @row r
    WHERE instance.instance_id = r.instance_id AND instance.lock_owner = r.owner_sid AND instance.lock_version = r.lock_version AND r.suspends = 1;
    INSERT INTO @written (place) SELECT r.place FROM @suspended u JOIN @row r ON r.instance_id = u.instance_id;
END;

-- The delays are those of 'InstanceOwnerOptions.RetryDelayAfter'. The second UPDATE needs no check, because the first has locked the rows.
IF @kinds & 16 <> 0
BEGIN
    DECLARE @failed TABLE (instance_id uniqueidentifier NOT NULL PRIMARY KEY, failures int NOT NULL);
    UPDATE workflow.instance SET
        lock_owner = NULL,
        turn = NEXT VALUE FOR workflow.turn,
        failures = CASE WHEN instance.failures < 2147483646 THEN instance.failures + 1 ELSE 2147483646 END,
        last_failure = (SELECT t.text FROM @text t WHERE t.id = r.failure_text)
    OUTPUT inserted.instance_id, inserted.failures INTO @failed
    FROM @row r
    WHERE instance.instance_id = r.instance_id AND instance.lock_owner = r.owner_sid AND instance.lock_version = r.lock_version AND r.failure_text IS NOT NULL AND r.suspends IS NULL;
    DECLARE @delayed TABLE (instance_id uniqueidentifier NOT NULL PRIMARY KEY, retry_at bigint NULL);
    INSERT INTO @delayed (instance_id, retry_at)
    SELECT d.instance_id, CASE
        WHEN d.failures >= d.max_failures THEN NULL
        WHEN d.delay < 253402128000000000 - @now THEN @now + CAST(d.delay AS bigint)
        ELSE 253402128000000000 END
    FROM (
        SELECT f.instance_id, f.failures, r.max_failures,
            CASE WHEN r.first_delay * POWER(CAST(2 AS float), CASE WHEN f.failures < 61 THEN f.failures - 1 ELSE 60 END) < r.max_delay
                THEN r.first_delay * POWER(CAST(2 AS float), CASE WHEN f.failures < 61 THEN f.failures - 1 ELSE 60 END) ELSE r.max_delay END AS delay
        FROM @failed f
        JOIN @row r ON r.instance_id = f.instance_id) d;
    UPDATE workflow.instance SET
        retry_at = d.retry_at,
        is_suspended = CASE WHEN d.retry_at IS NULL THEN 1 ELSE 0 END,
        inbox_idle = CASE WHEN instance.inbox_idle > 0 THEN instance.inbox_idle ELSE 0 END,
        runnable_at = CASE
            WHEN d.retry_at IS NULL THEN NULL
            WHEN instance.status = 0 OR (instance.is_unsaved = 1 AND instance.due < @now)
                OR (instance.inbox > CASE WHEN instance.inbox_idle > 0 THEN instance.inbox_idle ELSE 0 END AND (instance.due IS NULL OR instance.due > @now))
                THEN CASE WHEN d.retry_at > @now THEN d.retry_at ELSE @now END
            WHEN d.retry_at > instance.due THEN d.retry_at
            ELSE instance.due END
    FROM @delayed d
    WHERE instance.instance_id = d.instance_id;
    INSERT INTO @written (place) SELECT r.place FROM @failed f JOIN @row r ON r.instance_id = f.instance_id;
END;

COMMIT TRANSACTION;
SELECT place FROM @written;
END;
GO

-- Stores a message for an instance, which is named by its id or, if @has_key is 1, by a key, and returns one row: what an earlier call has stored for the same request, whether there is such an
-- instance, the instance, whether it has completed, and the number of the message. If there is one and the row does not name it, the key has moved meanwhile, and the call is to be repeated.
--
-- Why this is correct under the locking of SQL Server, with and without READ_COMMITTED_SNAPSHOT:
-- The first UPDATE changes nothing. It waits for the lock of the row of the instance and keeps it until the transaction ends; UPDLOCK says so also to a server that locks no row whose columns stay as
-- they are. Everything that depends on the instance is read by the statements behind it: a statement sees what was committed before it began, with READ_COMMITTED_SNAPSHOT too, and so all that
-- the holder of the lock before has written. In the same statement as the lock, bookmarks could be those of a moment before the wait.
-- So a save that unlocks the instance and a message for it are one before the other. If the save is first, its bookmarks and its unlock are seen here. If the message is first, the save counts it.
-- A key changes with a save of its instance. It is read before the lock, to find the row, and again behind it, which decides.
-- Numbers of messages are given under the lock, and messages are committed before the next number is given for the instance: a host that has read a message has read all with lower numbers.
-- A request can meet the same request for another instance. The unique index decides, as in 'save_batch': the second call gets error 2601 or 2627, and its next attempt finds the message of the
-- first. Instance, message, request: all calls lock in this order, so that they cannot wait for each other in a circle; in a transaction of the application that writes to several
-- instances, a circle ends with a victim, error 1205.
CREATE PROCEDURE workflow.send_message
    @request uniqueidentifier, @instance_id uniqueidentifier, @has_key bit, @key uniqueidentifier, @kind smallint, @name nvarchar(800), @expires_in bigint, @content varbinary(max), @max_count int, @max_bytes bigint
AS
BEGIN
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @now bigint = workflow.store_time(), @sid bigint, @was_found bit = 0, @receiver bigint, @found_id uniqueidentifier, @completed bigint, @holder bigint;
DECLARE @sent_id uniqueidentifier, @sent bigint, @sequence bigint, @idle int = 0, @moment bigint, @wakes bit = 0, @turn bigint, @previous bigint = 0;
DECLARE @stored TABLE (sequence bigint NOT NULL);
DECLARE @number bigint = 0, @total bigint = 0, @first bigint, @before bigint = 0, @count bigint, @bytes bigint, @size bigint = DATALENGTH(@content), @is_full bit = 0;
IF @has_key = 1
    SELECT @sid = k.instance_sid FROM workflow.instance_key k WHERE k.key_id = @key;
ELSE
    SELECT @sid = i.instance_sid FROM workflow.instance i WHERE i.instance_id = @instance_id;
BEGIN TRANSACTION;
UPDATE workflow.instance WITH (UPDLOCK, ROWLOCK) SET inbox = instance.inbox WHERE instance.instance_sid = @sid;
IF EXISTS (SELECT 1 FROM workflow.instance i WHERE i.instance_sid = @sid) SET @was_found = 1;
SELECT @sent_id = q.instance_id, @sent = q.sequence FROM workflow.request q WHERE q.request_id = @request AND q.is_start = 0;
SELECT @receiver = i.instance_sid, @found_id = i.instance_id, @completed = i.completed, @holder = i.lock_owner, @moment = CASE WHEN i.retry_at > @now THEN i.retry_at ELSE @now END
FROM workflow.instance i
WHERE i.instance_sid = @sid AND (@has_key = 0 OR EXISTS (SELECT 1 FROM workflow.instance_key k WHERE k.key_id = @key AND k.instance_sid = i.instance_sid));
SELECT TOP (1) @number = m.number, @total = m.total FROM workflow.message m WHERE m.instance_sid = @sid ORDER BY m.sequence DESC;
SELECT TOP (1) @first = m.number, @before = m.total - DATALENGTH(m.content) FROM workflow.message m WHERE m.instance_sid = @sid ORDER BY m.sequence;

-- Behind the lock, so that nobody adds or removes messages meanwhile. They are counted only if those between the first and the last would be too many: some of them may have been consumed.
IF @kind = 0 AND @first IS NOT NULL AND (@number - @first + 1 >= @max_count OR @total - @before + @size > @max_bytes)
BEGIN
    SELECT @count = COUNT_BIG(*), @bytes = SUM(CAST(DATALENGTH(m.content) AS bigint)) FROM workflow.message m WHERE m.instance_sid = @sid;
    IF @count >= @max_count OR @bytes + @size > @max_bytes SET @is_full = 1;
END;
IF @sent_id IS NULL AND @receiver IS NOT NULL AND @completed IS NULL AND @is_full = 0
BEGIN
    -- A comparison of texts takes no account of spaces at their ends; the length does.
    IF @holder IS NULL AND @kind = 0
        AND NOT EXISTS (SELECT 1 FROM workflow.bookmark b WHERE b.instance_sid = @sid AND b.name = @name AND DATALENGTH(b.name) = DATALENGTH(@name)) SET @idle = 1;

    -- An instance that is locked or suspended does not become runnable, and one that is runnable keeps its place.
    SELECT @wakes = 1
    FROM workflow.instance i
    WHERE i.instance_sid = @sid AND i.lock_owner IS NULL AND i.is_suspended = 0 AND (i.runnable_at IS NULL OR i.runnable_at > @moment)
        AND CAST(i.inbox AS bigint) + 1 > CASE WHEN i.inbox_idle > 0 THEN CAST(i.inbox_idle AS bigint) ELSE 0 END + @idle;
    IF @wakes = 1 SET @turn = NEXT VALUE FOR workflow.turn;
    UPDATE workflow.instance SET
        inbox = CASE WHEN instance.inbox < 2147483646 THEN instance.inbox + 1 ELSE 2147483647 END,
        inbox_idle = CASE WHEN instance.inbox_idle < 2147483646 THEN instance.inbox_idle + @idle ELSE 2147483646 + @idle END,
        runnable_at = CASE WHEN @wakes = 1 THEN @moment ELSE instance.runnable_at END,
        turn = CASE WHEN @wakes = 1 THEN @turn ELSE instance.turn END
    WHERE instance.instance_sid = @sid;
    SELECT @previous = COALESCE(MAX(m.sequence), 0) FROM workflow.message m WHERE m.instance_sid = @sid;
    INSERT INTO workflow.message (instance_sid, kind, bookmark_name, received, expires, for_owner, content, number, total)
    OUTPUT inserted.sequence INTO @stored
    VALUES (@sid, @kind, @name, @now, CASE WHEN @expires_in <= 0 THEN @now WHEN @expires_in < 253402214400000000 - @now THEN @now + @expires_in END, @holder, @content, @number + 1, @total + @size);
    SELECT @sequence = s.sequence FROM @stored s;
    INSERT INTO workflow.request (request_id, is_start, instance_id, sequence, at) VALUES (@request, 0, @found_id, @sequence, @now);
END;
COMMIT TRANSACTION;
SELECT @sent_id AS sent_id, @sent AS sent, @was_found AS was_found, @found_id AS instance_id, CAST(CASE WHEN @completed IS NULL THEN 0 ELSE 1 END AS bit) AS is_completed, @sequence AS sequence, @previous AS previous, @is_full AS is_full, CAST(CASE WHEN @holder IS NULL THEN 1 ELSE 0 END AS bit) AS may_wake;
END;
GO

INSERT INTO workflow.schema_version (version, applied) VALUES (1, workflow.store_time());
