-- Saves and unlocks. What writes them is a procedure of the schema, and so is the reason why it is correct.

-- A batch with nothing to write.
-- statement: Nothing
SELECT 0;

-- The first result is that of a statement which only locks, on other servers.
-- statement: SaveBatch
SELECT 0;
EXEC workflow.save_batch @rows, @bookmarks, @keys, @promoted, @consumed, @texts, @states, @separator, @kinds;

-- Why a call has changed nothing: whether its owner lives, whether the instance is there and held by the call, a key that another instance has, and the instance that its request has started.
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
        ELSE 0 END AS bit) AS is_written,
    q.instance_id AS started
FROM (SELECT 1 AS one) n
LEFT JOIN workflow.instance i ON i.instance_id = @instance_id
LEFT JOIN workflow.request q ON @has_start = 1 AND q.request_id = @start AND q.is_start = 1
OUTER APPLY (
    SELECT TOP (1) a.key_id, h.instance_id
    FROM workflow.instance_key a
    LEFT JOIN workflow.instance h ON h.instance_sid = a.instance_sid
    WHERE EXISTS (SELECT 1 FROM STRING_SPLIT(@keys, N',') n WHERE CAST(NULLIF(n.value, N'') AS uniqueidentifier) = a.key_id) AND (i.instance_sid IS NULL OR a.instance_sid <> i.instance_sid)
    ORDER BY a.key_id) k;

-- An instance that was suspended is looked after in any case. The UPDATE reads the row under its lock, so that an instance that is being loaded is left to its holder.
-- statement: Continue
UPDATE workflow.instance SET
    turn = NEXT VALUE FOR workflow.turn,
    failures = 0,
    last_failure = NULL,
    retry_at = NULL,
    is_suspended = 0,
    suspicion = 0,
    runnable_at = CASE
        WHEN instance.status = 0 OR (instance.is_unsaved = 1 AND instance.due < @now)
            OR (instance.inbox > CASE WHEN instance.inbox_idle > 0 THEN instance.inbox_idle ELSE 0 END AND (instance.due IS NULL OR instance.due > @now)) THEN @now
        WHEN instance.due IS NOT NULL THEN instance.due
        WHEN instance.is_suspended = 1 THEN @now END
OUTPUT inserted.instance_sid
WHERE instance.instance_id = @instance_id AND instance.lock_owner IS NULL AND (instance.failures > 0 OR instance.suspicion > 0 OR instance.is_suspended = 1) AND instance.completed IS NULL;

-- An administrator ends an instance as faulted (4) that hosts have failed with. Its failures stay for queries. The first statement locks the row, so nobody can load it meanwhile.
-- statement: Terminate
BEGIN TRANSACTION;
DECLARE @ended TABLE (instance_sid bigint NOT NULL PRIMARY KEY);
UPDATE workflow.instance SET
    status = 4,
    lock_version = instance.lock_version + 1,
    is_unsaved = 0,
    runnable_at = NULL,
    due = NULL,
    updated = @now,
    completed = @now,
    retry_at = NULL,
    is_suspended = 0,
    bookmarks_hash = 0,
    inbox = 0,
    inbox_idle = 0
OUTPUT inserted.instance_sid INTO @ended
WHERE instance.instance_id = @instance_id AND instance.lock_owner IS NULL AND (instance.failures > 0 OR instance.suspicion > 0 OR instance.is_suspended = 1) AND instance.completed IS NULL;
DELETE FROM workflow.bookmark WHERE instance_sid IN (SELECT e.instance_sid FROM @ended e);
DELETE FROM workflow.instance_key WHERE instance_sid IN (SELECT e.instance_sid FROM @ended e);
DELETE FROM workflow.message WHERE instance_sid IN (SELECT e.instance_sid FROM @ended e);
COMMIT TRANSACTION;
SELECT instance_sid FROM @ended;

-- The same where nothing is kept.
-- statement: TerminateDelete
BEGIN TRANSACTION;
DECLARE @ended TABLE (instance_sid bigint NOT NULL PRIMARY KEY);
DELETE FROM workflow.instance
OUTPUT deleted.instance_sid INTO @ended
WHERE instance.instance_id = @instance_id AND instance.lock_owner IS NULL AND (instance.failures > 0 OR instance.suspicion > 0 OR instance.is_suspended = 1) AND instance.completed IS NULL;
DELETE FROM workflow.bookmark WHERE instance_sid IN (SELECT e.instance_sid FROM @ended e);
DELETE FROM workflow.promoted WHERE instance_sid IN (SELECT e.instance_sid FROM @ended e);
DELETE FROM workflow.instance_key WHERE instance_sid IN (SELECT e.instance_sid FROM @ended e);
DELETE FROM workflow.message WHERE instance_sid IN (SELECT e.instance_sid FROM @ended e);
COMMIT TRANSACTION;
SELECT instance_sid FROM @ended;

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
DELETE FROM workflow.message WHERE instance_sid IN (SELECT p.instance_sid FROM @purged p);
COMMIT TRANSACTION;
SELECT instance_sid FROM @purged;
