-- Loads. A load is one of the three 'Find' texts and then 'LoadLock', which calls a procedure of the schema; the reason why it is correct is there.

-- statement: LoadFindById
DECLARE @key uniqueidentifier, @refused nvarchar(max), @suspicion smallint;

-- statement: LoadFindByKey
DECLARE @instance_id uniqueidentifier, @refused nvarchar(max), @suspicion smallint;

-- statement: LoadFindRunnable
DECLARE @instance_id uniqueidentifier, @key uniqueidentifier;

-- statement: LoadLock
EXEC workflow.lock_instance @owner, @owner_id, @definitions, @instance_id, @key, @refused, @load, @suspicion;

-- Gives back what loads have locked whose answers were lost. What is found is taken back by an UPDATE that requires the same owner and load, so that it cannot hit a later lock.
-- statement: LoadUndo
DECLARE @lost TABLE (instance_sid bigint NOT NULL PRIMARY KEY, load_id uniqueidentifier NOT NULL);
INSERT INTO @lost (instance_sid, load_id)
SELECT i.instance_sid, i.load_id
FROM workflow.instance i
WHERE i.lock_owner = @owner AND EXISTS (SELECT 1 FROM STRING_SPLIT(@loads, N',') n WHERE CAST(NULLIF(n.value, N'') AS uniqueidentifier) = i.load_id)
ORDER BY i.instance_sid;
UPDATE workflow.instance SET
    lock_owner = NULL,
    turn = NEXT VALUE FOR workflow.turn,
    runnable_at = CASE
        WHEN instance.is_suspended = 1 THEN NULL
        WHEN instance.status = 0 OR instance.due < @now OR instance.inbox > CASE WHEN instance.inbox_idle > 0 THEN instance.inbox_idle ELSE 0 END
            THEN CASE WHEN instance.retry_at > @now THEN instance.retry_at ELSE @now END
        WHEN instance.retry_at > instance.due THEN instance.retry_at
        ELSE instance.due END
OUTPUT inserted.load_id
FROM @lost l
WHERE instance.instance_sid = l.instance_sid AND instance.lock_owner = @owner AND instance.load_id = l.load_id;

-- Whether an owner finds something runnable: the definition of the first instance, and when the next one or the end of a lease may change the answer.
-- statement: Look
DECLARE @has_owner bit = 0, @candidate int, @next bigint, @lease bigint;
IF EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > @now) SET @has_owner = 1;
SELECT TOP (1) @candidate = d.definition_id
FROM workflow.definition d
CROSS APPLY (
    SELECT TOP (1) r.runnable_at, r.turn
    FROM workflow.instance r
    WHERE r.definition_id = d.definition_id AND r.runnable_at <= @now AND r.suspicion <= @suspicion AND r.is_suspended = 0
        AND r.lock_owner IS NULL AND r.completed IS NULL AND r.lock_version < 9223372036854775807 AND r.instance_id IS NOT NULL
    ORDER BY r.runnable_at, r.turn) f
WHERE NOT EXISTS (SELECT 1 FROM STRING_SPLIT(@refused, N',') n WHERE CAST(NULLIF(n.value, N'') AS int) = d.definition_id)
ORDER BY f.runnable_at, f.turn;
SELECT @next = MIN(f.runnable_at)
FROM workflow.definition d
CROSS APPLY (
    SELECT TOP (1) r.runnable_at
    FROM workflow.instance r
    WHERE r.definition_id = d.definition_id AND r.runnable_at > @now AND r.is_suspended = 0
    ORDER BY r.runnable_at) f
WHERE NOT EXISTS (SELECT 1 FROM STRING_SPLIT(@refused, N',') n WHERE CAST(NULLIF(n.value, N'') AS int) = d.definition_id);
SELECT @lease = MIN(o.lease_until) FROM workflow.owner o WHERE o.lease_until < 9223372036854775807 AND o.lease_until > 0;
SELECT @has_owner AS has_owner, @candidate AS candidate, CASE WHEN @lease < @next OR @next IS NULL THEN @lease ELSE @next END AS next, @now AS now;
