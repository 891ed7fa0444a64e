-- Saves and unlocks of many instances at once. A batch is 'SaveBegin', the statements for the calls that it has, and 'SaveEnd'.
--
-- The rows of a batch are parameters in JSON, with one object for each row; 'place' is the place of a call in its batch. Their texts are in one more parameter, so that none has to be escaped:
-- each is eight digits, which the rows refer to, and then the text, with a separator between them that is in none of them. All states are one binary parameter; a row has its part of it.
-- Table-valued parameters would do the same. The engine that this project is tested with reads null from them where there is a value.
--
-- Why this is correct under the locking of SQL Server, with and without READ_COMMITTED_SNAPSHOT:
-- Each statement that changes an instance checks the holder and the lock version itself. It is an UPDATE or DELETE that finds its rows by instance_id. In both modes it reads a row under an
-- update lock, as it was last committed, and keeps the lock until the transaction ends. So a row with another lock version is never written, whatever was read before, and what follows in
-- the transaction belongs to the same lock. The rows that were written are known from OUTPUT; only for these, the other tables are written.
-- A first save and a new key can meet another call that writes the same id or key just now. The unique indexes decide: the second call gets error 2601 or 2627, its transaction is rolled
-- back, and the next attempt reads what the first has committed. What is read before (whether the owner lives, whether a key is taken) can be old and only refuses early.
-- 'changes' is computed by the UPDATE from the row under its lock, so that bookmarks and promoted values are compared with those that are there.
--
-- All batches lock instances in the order of their ids, and the other tables after them: two batches cannot wait for each other in a circle. UPDLOCK in 'SaveBegin' takes the locks in this
-- order before anything is written. It is an addition: without it, a circle would end with a victim, error 1205, which is written again.

-- A batch with nothing to write.
-- statement: Nothing
SELECT 0;

-- Rows whose owner is gone are left out.
-- statement: SaveBegin
DECLARE @written TABLE (place int NOT NULL PRIMARY KEY);
DECLARE @text TABLE (id int NOT NULL PRIMARY KEY, text nvarchar(max) NOT NULL);
INSERT INTO @text (id, text)
SELECT CAST(LEFT(t.value, 8) AS int), SUBSTRING(t.value, 9, DATALENGTH(t.value))
FROM STRING_SPLIT(@texts COLLATE Latin1_General_BIN2, @separator) t
WHERE DATALENGTH(t.value) > 0;
DECLARE @row TABLE (
    instance_id uniqueidentifier NOT NULL PRIMARY KEY, place int NOT NULL, owner_sid bigint NOT NULL, lock_version bigint NOT NULL, definition_id int NULL, status smallint NULL,
    gives_back bit NULL, completes bit NULL, deletes bit NULL, due bigint NULL, bookmarks_hash bigint NULL, promoted_hash bigint NULL, encoding smallint NULL, key_text int NULL,
    state_size int NULL, state_check bigint NULL, initial_text int NULL, saved_text int NULL, state_start int NULL, state_length int NULL,
    failure_text int NULL, max_failures int NULL, first_delay float NULL, max_delay float NULL);
INSERT INTO @row (
    instance_id, place, owner_sid, lock_version, definition_id, status, gives_back, completes, deletes, due, bookmarks_hash, promoted_hash, encoding, key_text,
    state_size, state_check, initial_text, saved_text, state_start, state_length, failure_text, max_failures, first_delay, max_delay)
SELECT
    r.instance_id, r.place, r.owner_sid, r.lock_version, r.definition_id, r.status, r.gives_back, r.completes, r.deletes,
    CASE WHEN r.due_in <= 0 THEN @now WHEN r.due_in < 253402214400000000 - @now THEN @now + r.due_in END,
    r.bookmarks_hash, r.promoted_hash, r.encoding, r.key_text,
    r.state_size, r.state_check, r.initial_text, r.saved_text, r.state_start, r.state_length, r.failure_text, r.max_failures, r.first_delay, r.max_delay
FROM OPENJSON(@rows) WITH (
    instance_id uniqueidentifier, place int, owner_sid bigint, owner_id uniqueidentifier, lock_version bigint, definition_id int, status smallint,
    gives_back bit, completes bit, deletes bit, due_in bigint, bookmarks_hash bigint, promoted_hash bigint, encoding smallint, key_text int,
    state_size int, state_check bigint, initial_text int, saved_text int, state_start int, state_length int,
    failure_text int, max_failures int, first_delay float, max_delay float) r
JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > @now;
BEGIN TRANSACTION;
DECLARE @count int;
SELECT @count = COUNT(*) FROM @row r INNER LOOP JOIN workflow.instance i WITH (UPDLOCK, ROWLOCK) ON i.instance_id = r.instance_id WHERE r.lock_version <> 0;
SELECT @count;

-- statement: SaveEnd
COMMIT TRANSACTION;
SELECT place FROM @written;

-- statement: SaveFirst
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
    AND NOT EXISTS (SELECT 1 FROM workflow.instance old WHERE old.instance_id = r.instance_id)
    AND NOT EXISTS (
        SELECT 1
        FROM OPENJSON(@keys) WITH (place int, key_id uniqueidentifier, is_removed bit) a
        JOIN workflow.instance_key t ON t.key_id = a.key_id
        WHERE a.place = r.place AND a.is_removed = 0);
INSERT INTO workflow.bookmark (instance_sid, ordinal, name, owner_display_name, scope_id, since)
SELECT i.instance_sid, b.ordinal, n.text, o.text, b.scope_id, @now
FROM @inserted i
JOIN @row r ON r.instance_id = i.instance_id
JOIN OPENJSON(@bookmarks) WITH (place int, ordinal int, name_text int, owner_text int, scope_id uniqueidentifier) b ON b.place = r.place
JOIN @text n ON n.id = b.name_text
JOIN @text o ON o.id = b.owner_text;
INSERT INTO workflow.promoted (instance_sid, promotion, name, is_initial, text_value, number_value, time_value, flag_value, id_value)
SELECT i.instance_sid, m.text, n.text, p.is_initial, t.text, p.number_value, p.time_value, p.flag_value, p.id_value
FROM @inserted i
JOIN @row r ON r.instance_id = i.instance_id
JOIN OPENJSON(@promoted) WITH (
    place int, promotion_text int, name_text int, is_initial bit, value_text int, number_value float, time_value datetime2(6), flag_value bit, id_value uniqueidentifier) p ON p.place = r.place
JOIN @text m ON m.id = p.promotion_text
JOIN @text n ON n.id = p.name_text
LEFT JOIN @text t ON t.id = p.value_text;
INSERT INTO workflow.instance_key (key_id, instance_sid)
SELECT k.key_id, i.instance_sid
FROM @inserted i
JOIN @row r ON r.instance_id = i.instance_id
JOIN OPENJSON(@keys) WITH (place int, key_id uniqueidentifier, is_removed bit) k ON k.place = r.place
WHERE k.is_removed = 0
ORDER BY k.key_id;
INSERT INTO @written (place) SELECT r.place FROM @inserted i JOIN @row r ON r.instance_id = i.instance_id;

-- statement: SaveLater
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
    failures = 0, last_failure = NULL, retry_at = NULL, is_set_aside = 0,
    changes = CASE WHEN instance.bookmarks_hash <> r.bookmarks_hash THEN 1 ELSE 0 END + CASE WHEN instance.promoted_hash <> r.promoted_hash THEN 2 ELSE 0 END,
    bookmarks_hash = r.bookmarks_hash, promoted_hash = r.promoted_hash,
    encoding = r.encoding, key_id = (SELECT t.text FROM @text t WHERE t.id = r.key_text), state_size = r.state_size, state_check = r.state_check,
    saved_values = (SELECT t.text FROM @text t WHERE t.id = r.saved_text),
    state = SUBSTRING(@states, r.state_start, r.state_length)
OUTPUT inserted.instance_id, inserted.instance_sid, inserted.changes INTO @updated
FROM @row r
WHERE instance.instance_id = r.instance_id AND instance.lock_owner = r.owner_sid AND instance.lock_version = r.lock_version AND r.deletes = 0
    AND NOT EXISTS (
        SELECT 1
        FROM OPENJSON(@keys) WITH (place int, key_id uniqueidentifier, is_removed bit) a
        JOIN workflow.instance_key t ON t.key_id = a.key_id
        WHERE a.place = r.place AND a.is_removed = 0 AND t.instance_sid <> instance.instance_sid);
DECLARE @bookmark TABLE (instance_sid bigint NOT NULL, ordinal int NOT NULL, name nvarchar(800) COLLATE Latin1_General_BIN2 NOT NULL,
    owner_display_name nvarchar(max) NOT NULL, scope_id uniqueidentifier NULL, since bigint NOT NULL, PRIMARY KEY (instance_sid, ordinal));
INSERT INTO @bookmark (instance_sid, ordinal, name, owner_display_name, scope_id, since)
SELECT u.instance_sid, b.ordinal, n.text, o.text, b.scope_id, COALESCE((
    SELECT MIN(old.since) FROM workflow.bookmark old
    WHERE old.instance_sid = u.instance_sid AND old.name = n.text AND old.owner_display_name = o.text
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
INSERT INTO workflow.instance_key (key_id, instance_sid)
SELECT k.key_id, u.instance_sid
FROM @updated u
JOIN @row r ON r.instance_id = u.instance_id
JOIN OPENJSON(@keys) WITH (place int, key_id uniqueidentifier, is_removed bit) k ON k.place = r.place
WHERE k.is_removed = 0 AND NOT EXISTS (SELECT 1 FROM workflow.instance_key old WHERE old.key_id = k.key_id)
ORDER BY k.key_id;
DELETE FROM workflow.instance_key WHERE instance_sid IN (
    SELECT u.instance_sid FROM @updated u JOIN @row r ON r.instance_id = u.instance_id
    WHERE r.completes = 1 OR instance_key.key_id IN (
        SELECT k.key_id FROM OPENJSON(@keys) WITH (place int, key_id uniqueidentifier, is_removed bit) k WHERE k.place = r.place AND k.is_removed = 1));
INSERT INTO @written (place) SELECT r.place FROM @updated u JOIN @row r ON r.instance_id = u.instance_id;

-- statement: SaveDelete
DECLARE @deleted TABLE (instance_id uniqueidentifier NOT NULL PRIMARY KEY, instance_sid bigint NOT NULL);
DELETE FROM workflow.instance
OUTPUT deleted.instance_id, deleted.instance_sid INTO @deleted
FROM @row r
WHERE instance.instance_id = r.instance_id AND instance.lock_owner = r.owner_sid AND instance.lock_version = r.lock_version AND r.deletes = 1;
DELETE FROM workflow.bookmark WHERE instance_sid IN (SELECT d.instance_sid FROM @deleted d);
DELETE FROM workflow.promoted WHERE instance_sid IN (SELECT d.instance_sid FROM @deleted d);
DELETE FROM workflow.instance_key WHERE instance_sid IN (SELECT d.instance_sid FROM @deleted d);
INSERT INTO @written (place) SELECT r.place FROM @deleted d JOIN @row r ON r.instance_id = d.instance_id;

-- What was loaded and not saved goes behind what is runnable already: it gets the time of now, and a new turn.
-- statement: Unlock
DECLARE @unlocked TABLE (instance_id uniqueidentifier NOT NULL PRIMARY KEY);
UPDATE workflow.instance SET
    lock_owner = NULL,
    turn = NEXT VALUE FOR workflow.turn,
    runnable_at = CASE
        WHEN instance.is_set_aside = 1 THEN NULL
        WHEN instance.status = 0 OR (instance.is_unsaved = 1 AND instance.due < @now) THEN CASE WHEN instance.retry_at > @now THEN instance.retry_at ELSE @now END
        WHEN instance.retry_at > instance.due THEN instance.retry_at
        ELSE instance.due END
OUTPUT inserted.instance_id INTO @unlocked
FROM @row r
WHERE instance.instance_id = r.instance_id AND instance.lock_owner = r.owner_sid AND instance.lock_version = r.lock_version AND r.status IS NULL AND r.failure_text IS NULL;
INSERT INTO @written (place) SELECT r.place FROM @unlocked u JOIN @row r ON r.instance_id = u.instance_id;

-- The delays are those of 'InstanceOwnerOptions.RetryDelayAfter'. The second UPDATE needs no check, because the first has locked the rows.
-- statement: UnlockFailed
DECLARE @failed TABLE (instance_id uniqueidentifier NOT NULL PRIMARY KEY, failures int NOT NULL);
UPDATE workflow.instance SET
    lock_owner = NULL,
    turn = NEXT VALUE FOR workflow.turn,
    failures = CASE WHEN instance.failures < 2147483646 THEN instance.failures + 1 ELSE 2147483646 END,
    last_failure = (SELECT t.text FROM @text t WHERE t.id = r.failure_text)
OUTPUT inserted.instance_id, inserted.failures INTO @failed
FROM @row r
WHERE instance.instance_id = r.instance_id AND instance.lock_owner = r.owner_sid AND instance.lock_version = r.lock_version AND r.failure_text IS NOT NULL;
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
    is_set_aside = CASE WHEN d.retry_at IS NULL THEN 1 ELSE 0 END,
    runnable_at = CASE
        WHEN d.retry_at IS NULL THEN NULL
        WHEN instance.status = 0 OR (instance.is_unsaved = 1 AND instance.due < @now) THEN CASE WHEN d.retry_at > @now THEN d.retry_at ELSE @now END
        WHEN d.retry_at > instance.due THEN d.retry_at
        ELSE instance.due END
FROM @delayed d
WHERE instance.instance_id = d.instance_id;
INSERT INTO @written (place) SELECT r.place FROM @failed f JOIN @row r ON r.instance_id = f.instance_id;

-- Why a call has changed nothing: whether its owner lives, whether the instance is there and held by the call, and a key that another instance has.
-- 'is_written' says that the row is as the call leaves it: nobody has locked the instance since, so an attempt whose answer was lost has written it.
-- Nothing is changed here, so that an answer that is old only makes the call try again or fail.
-- statement: Refusal
SELECT
    CAST(CASE WHEN EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > @now) THEN 1 ELSE 0 END AS bit) AS has_owner,
    CAST(CASE WHEN i.instance_sid IS NULL THEN 0 ELSE 1 END AS bit) AS is_saved,
    CAST(CASE WHEN i.lock_owner = @owner AND i.lock_version = @lock_version THEN 1 ELSE 0 END AS bit) AS is_held,
    k.key_id AS taken_key,
    k.instance_id AS taken_by,
    CAST(CASE
        WHEN i.instance_sid IS NULL THEN @deletes
        WHEN i.lock_version = CASE WHEN @lock_version > 1 THEN @lock_version ELSE 1 END AND (@has_state = 0 OR i.state_check = @state_check)
            AND ((@gives_back = 1 AND i.lock_owner IS NULL) OR (@gives_back = 0 AND i.lock_owner = @owner)) THEN 1
        ELSE 0 END AS bit) AS is_written
FROM (SELECT 1 AS one) n
LEFT JOIN workflow.instance i ON i.instance_id = @instance_id
OUTER APPLY (
    SELECT TOP (1) a.key_id, h.instance_id
    FROM workflow.instance_key a
    LEFT JOIN workflow.instance h ON h.instance_sid = a.instance_sid
    WHERE a.key_id IN (SELECT CAST(n.value AS uniqueidentifier) FROM STRING_SPLIT(@keys, N',') n) AND (i.instance_sid IS NULL OR a.instance_sid <> i.instance_sid)
    ORDER BY a.key_id) k;

-- An instance that was set aside is looked after in any case. The UPDATE reads the row under its lock, so that an instance that is being loaded is left to its holder.
-- statement: Release
UPDATE workflow.instance SET
    turn = NEXT VALUE FOR workflow.turn,
    failures = 0,
    last_failure = NULL,
    retry_at = NULL,
    is_set_aside = 0,
    runnable_at = CASE
        WHEN instance.status = 0 OR (instance.is_unsaved = 1 AND instance.due < @now) THEN @now
        WHEN instance.due IS NOT NULL THEN instance.due
        WHEN instance.is_set_aside = 1 THEN @now END
OUTPUT inserted.instance_sid
WHERE instance.instance_id = @instance_id AND instance.lock_owner IS NULL AND instance.failures > 0 AND instance.completed IS NULL;

-- A completed instance does not change any more, so that a row that was found can only be gone. READPAST leaves those to another process that it purges just now.
-- statement: Purge
BEGIN TRANSACTION;
DECLARE @old TABLE (instance_sid bigint NOT NULL PRIMARY KEY);
INSERT INTO @old (instance_sid)
SELECT TOP (@limit) i.instance_sid
FROM workflow.instance i WITH (READPAST)
WHERE i.completed <= @now - @kept
ORDER BY i.completed;
DECLARE @purged TABLE (instance_sid bigint NOT NULL PRIMARY KEY);
DELETE FROM workflow.instance
OUTPUT deleted.instance_sid INTO @purged
WHERE instance.completed IS NOT NULL AND instance.instance_sid IN (SELECT o.instance_sid FROM @old o);
DELETE FROM workflow.bookmark WHERE instance_sid IN (SELECT p.instance_sid FROM @purged p);
DELETE FROM workflow.promoted WHERE instance_sid IN (SELECT p.instance_sid FROM @purged p);
DELETE FROM workflow.instance_key WHERE instance_sid IN (SELECT p.instance_sid FROM @purged p);
COMMIT TRANSACTION;
SELECT instance_sid FROM @purged;
