-- Owners and their leases. '= ANY (ARRAY[...])' is explained in 'Saving.sql'.

-- statement: OwnerCreate
INSERT INTO workflow.owner (owner_id, name, machine, max_failures, lease_until, process)
VALUES (@owner_id, @name, @machine, @max_failures, coalesce(workflow.later(workflow.store_time(), @lease), 'infinity'), @process)
RETURNING owner_sid;

-- statement: OwnerProcesses
SELECT DISTINCT process FROM workflow.owner WHERE machine = @machine AND process IS NOT NULL AND lease_until > workflow.store_time();

-- The process has ended and left its owners: their leases are over at once.
-- statement: OwnersDied
UPDATE workflow.owner SET lease_until = workflow.store_time() WHERE process = @process AND lease_until > workflow.store_time()
RETURNING owner_sid;

-- An owner whose lease is over does not come back to life.
-- statement: OwnerRenew
UPDATE workflow.owner SET lease_until = coalesce(workflow.later(workflow.store_time(), @lease), 'infinity')
WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > workflow.store_time()
RETURNING owner_sid;

-- The process of the owner lives, also if the lease is over: nothing that it has loaded is suspected.
-- statement: OwnerEnd
UPDATE workflow.owner SET lease_until = '-infinity' WHERE owner_sid = @owner AND owner_id = @owner_id;

-- An owner that holds nothing.
-- statement: OwnerRemove
DELETE FROM workflow.owner WHERE owner_sid = @owner AND owner_id = @owner_id;

-- What owners held that are gone: a host has to look after it, whatever it was doing, unless it was suspended. An instance that was only loaded may be what ended its owner, if that has died: it becomes a
-- suspect. Of suspects with the suspicion 3, an owner loads one alone ('SuspectWindow'), so that the end of this owner is a failure of the instance.
-- A row that another call has locked just now is left for the next time,
-- so that the order in which rows are locked does not matter.
-- statement: OwnersAbandon
WITH held AS MATERIALIZED (
    SELECT h.instance_sid, o.owner_sid, o.lease_until > '-infinity' AS has_died, coalesce(o.max_failures, 2147483647) AS max_failures, format('The owner ''%s'' (%s) disappeared before it saved the instance.', o.name, o.owner_id) AS failure
    FROM workflow.owner o
    CROSS JOIN LATERAL (SELECT i.instance_sid FROM workflow.instance i WHERE i.lock_owner = o.owner_sid LIMIT @limit) h
    WHERE o.lease_until <= workflow.store_time()
    LIMIT @limit
), gone AS (
    SELECT i.instance_sid, h.owner_sid, h.has_died, h.max_failures, h.failure
    FROM held h
    JOIN workflow.instance i ON i.instance_sid = ANY (ARRAY[h.instance_sid]) AND i.lock_owner IS NOT DISTINCT FROM h.owner_sid
    FOR UPDATE OF i SKIP LOCKED
)
UPDATE workflow.instance i SET
    lock_owner = NULL,
    turn = nextval('workflow.turn'),
    runnable_at = CASE WHEN i.is_suspended OR (g.has_died AND i.is_unsaved AND i.suspicion >= 3 AND i.failures >= g.max_failures - 1) THEN NULL ELSE workflow.store_time() END,
    retry_at = CASE
        WHEN NOT g.has_died OR NOT i.is_unsaved OR i.is_suspended THEN i.retry_at
        WHEN i.suspicion < 3 OR i.failures < g.max_failures - 1 THEN workflow.store_time() END,
    is_suspended = i.is_suspended OR (g.has_died AND i.is_unsaved AND i.suspicion >= 3 AND i.failures >= g.max_failures - 1),
    last_failure = CASE WHEN g.has_died AND i.is_unsaved AND NOT i.is_suspended THEN g.failure ELSE i.last_failure END,
    failures = CASE WHEN g.has_died AND i.is_unsaved AND NOT i.is_suspended AND i.suspicion >= 3 THEN least(i.failures, 2147483645) + 1 ELSE i.failures END,
    suspicion = CASE WHEN g.has_died AND i.is_unsaved AND NOT i.is_suspended THEN least(i.suspicion + 1, 3) ELSE i.suspicion END
FROM gone g
WHERE i.instance_sid = ANY (ARRAY[g.instance_sid]) AND i.lock_owner IS NOT DISTINCT FROM g.owner_sid
RETURNING i.instance_sid;

-- statement: OwnersForget
DELETE FROM workflow.owner o
WHERE o.lease_until <= workflow.store_time() AND (SELECT true FROM workflow.instance i WHERE i.lock_owner = o.owner_sid LIMIT 1) IS NULL;

-- A call that had checked its owner can lock an instance after the owner was forgotten. Such locks are found by their owners' numbers, of which the index has few.
-- statement: OrphansAbandon
WITH RECURSIVE holder AS (
    SELECT min(lock_owner) AS owner_sid FROM workflow.instance WHERE lock_owner IS NOT NULL
    UNION ALL
    SELECT (SELECT min(i.lock_owner) FROM workflow.instance i WHERE i.lock_owner > h.owner_sid) FROM holder h WHERE h.owner_sid IS NOT NULL
), held AS MATERIALIZED (
    SELECT l.instance_sid, h.owner_sid
    FROM holder h
    CROSS JOIN LATERAL (SELECT i.instance_sid FROM workflow.instance i WHERE i.lock_owner = h.owner_sid LIMIT @limit) l
    WHERE NOT EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = h.owner_sid)
    LIMIT @limit
), orphan AS (
    SELECT i.instance_sid, i.lock_owner
    FROM held h
    JOIN workflow.instance i ON i.instance_sid = ANY (ARRAY[h.instance_sid]) AND i.lock_owner IS NOT DISTINCT FROM h.owner_sid
    FOR UPDATE OF i SKIP LOCKED
)
UPDATE workflow.instance i SET lock_owner = NULL, turn = nextval('workflow.turn'), runnable_at = CASE WHEN i.is_suspended THEN NULL ELSE workflow.store_time() END
FROM orphan o
WHERE i.instance_sid = ANY (ARRAY[o.instance_sid]) AND i.lock_owner IS NOT DISTINCT FROM o.lock_owner
RETURNING i.instance_sid;
