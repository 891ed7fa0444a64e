-- Commands of administrators, and the end of what was kept. '= ANY (ARRAY[...])' is explained in 'Saving.sql'.

-- An instance that was suspended is looked after in any case. If its owner was lost, the messages that had arrived for the owner were not counted.
-- statement: Continue
UPDATE workflow.instance i SET
    turn = nextval('workflow.turn'),
    failures = 0,
    last_failure = NULL,
    retry_at = NULL,
    is_suspended = false,
    suspicion = 0,
    runnable_at = CASE
        WHEN i.status = 0 OR (i.is_unsaved AND i.due < workflow.store_time()) OR (greatest(i.inbox, (SELECT count(*) FROM workflow.message m WHERE m.instance_sid = i.instance_sid)) > greatest(i.inbox_idle, 0)
                AND coalesce(i.due > workflow.store_time(), true))
            THEN workflow.store_time()
        WHEN i.due IS NOT NULL THEN i.due
        WHEN i.is_suspended THEN workflow.store_time() END
WHERE i.instance_id = @instance_id AND i.lock_owner IS NULL AND (i.failures > 0 OR i.suspicion > 0 OR i.is_suspended) AND i.completed IS NULL
RETURNING i.instance_sid;

-- An administrator ends an instance as faulted (4) that hosts have failed with. Its failures stay for queries.
-- statement: Terminate
WITH ended AS (
    UPDATE workflow.instance i SET
        status = 4,
        lock_version = i.lock_version + 1,
        is_unsaved = false,
        runnable_at = NULL,
        due = NULL,
        updated = workflow.store_time(),
        completed = workflow.store_time(),
        retry_at = NULL,
        is_suspended = false,
        bookmarks_hash = 0,
        inbox = 0,
        inbox_idle = 0
    WHERE i.instance_id = @instance_id AND i.lock_owner IS NULL AND (i.failures > 0 OR i.suspicion > 0 OR i.is_suspended) AND i.completed IS NULL
    RETURNING i.instance_sid
), messages AS (
    DELETE FROM workflow.message m WHERE m.instance_sid = ANY (ARRAY(SELECT e.instance_sid FROM ended e))
), keys AS (
    DELETE FROM workflow.instance_key k WHERE k.instance_sid = ANY (ARRAY(SELECT e.instance_sid FROM ended e))
), bookmarks AS (
    DELETE FROM workflow.bookmark b USING ended e WHERE b.instance_sid = ANY (ARRAY[e.instance_sid])
)
SELECT instance_sid FROM ended;

-- The same where nothing is kept.
-- statement: TerminateDelete
WITH ended AS (
    DELETE FROM workflow.instance i
    WHERE i.instance_id = @instance_id AND i.lock_owner IS NULL AND (i.failures > 0 OR i.suspicion > 0 OR i.is_suspended) AND i.completed IS NULL
    RETURNING i.instance_sid
), messages AS (
    DELETE FROM workflow.message m WHERE m.instance_sid = ANY (ARRAY(SELECT e.instance_sid FROM ended e))
), keys AS (
    DELETE FROM workflow.instance_key k WHERE k.instance_sid = ANY (ARRAY(SELECT e.instance_sid FROM ended e))
), bookmarks AS (
    DELETE FROM workflow.bookmark b USING ended e WHERE b.instance_sid = ANY (ARRAY[e.instance_sid])
), promoted AS (
    DELETE FROM workflow.promoted p WHERE p.instance_sid = ANY (ARRAY(SELECT e.instance_sid FROM ended e))
)
SELECT instance_sid FROM ended;

-- Instances that another process purges just now are left to it.
-- statement: Purge
WITH old AS (
    SELECT instance_sid FROM workflow.instance
    WHERE completed <= workflow.store_time() - @kept * interval '1 microsecond'
    ORDER BY completed
    LIMIT @limit
    FOR UPDATE SKIP LOCKED
), purged AS (
    DELETE FROM workflow.instance i USING old WHERE i.instance_sid = ANY (ARRAY[old.instance_sid]) AND i.completed IS NOT NULL RETURNING i.instance_sid
), messages AS (
    DELETE FROM workflow.message m WHERE m.instance_sid = ANY (ARRAY(SELECT p.instance_sid FROM purged p))
), keys AS (
    DELETE FROM workflow.instance_key k WHERE k.instance_sid = ANY (ARRAY(SELECT p.instance_sid FROM purged p))
), bookmarks AS (
    DELETE FROM workflow.bookmark b USING purged p WHERE b.instance_sid = ANY (ARRAY[p.instance_sid])
), promoted AS (
    DELETE FROM workflow.promoted v WHERE v.instance_sid = ANY (ARRAY(SELECT p.instance_sid FROM purged p))
)
SELECT instance_sid FROM purged;
