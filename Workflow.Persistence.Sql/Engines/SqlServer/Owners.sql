-- Owners and their leases.
--
-- Why this is correct under the locking of SQL Server, with and without READ_COMMITTED_SNAPSHOT:
-- A lease is renewed and ended by an UPDATE of its row, which reads the row under an update lock as it was last committed, in both modes. So a lease that has ended is never renewed, and an
-- owner whose end was read stays ended. A statement that reads another owner's row can read it as it was a moment ago: a lease that is being renewed can look as if it were over. Then the
-- owner loses its instances, and their lock versions refuse its saves, as after every end of a lease.
-- What an owner that is gone held is found without locks, and taken by an UPDATE that requires the same lock_owner. Owner numbers are never used again, so this cannot hit a later lock.
-- READPAST only saves waiting: a row that another call has locked is left for the next time.

-- statement: OwnerCreate
INSERT INTO workflow.owner (owner_id, name, machine, max_failures, lease_until, process)
OUTPUT inserted.owner_sid
VALUES (@owner_id, @name, @machine, @max_failures, CASE WHEN @lease < 253402214400000000 - @now THEN @now + @lease ELSE 9223372036854775807 END, @process);

-- statement: OwnerProcesses
SELECT DISTINCT process FROM workflow.owner WHERE machine = @machine AND process IS NOT NULL AND lease_until > @now;

-- The process has ended and left its owners: their leases are over at once.
-- statement: OwnersDied
UPDATE workflow.owner SET lease_until = @now
OUTPUT inserted.owner_sid
WHERE process = @process AND lease_until > @now;

-- An owner whose lease is over does not come back to life.
-- statement: OwnerRenew
UPDATE workflow.owner SET lease_until = CASE WHEN @lease < 253402214400000000 - @now THEN @now + @lease ELSE 9223372036854775807 END
OUTPUT inserted.owner_sid
WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now;

-- The process of the owner lives, also if the lease is over: nothing that it has loaded is suspected.
-- statement: OwnerEnd
UPDATE workflow.owner SET lease_until = 0 WHERE owner_sid = @owner AND owner_id = @owner_id;

-- An owner that holds nothing.
-- statement: OwnerRemove
DELETE FROM workflow.owner WHERE owner_sid = @owner AND owner_id = @owner_id;

-- What owners held that are gone: a host has to look after it, whatever it was doing, unless it was suspended. An instance that was only loaded may be what ended its owner, if that has died: it becomes a
-- suspect. Of suspects with the suspicion 3, an owner loads one alone ('SuspectWindow'), so that the end of this owner is a failure of the instance.
-- An owner can be deleted after its end was read here. Then what it held becomes suspect without a reason, which its next save ends.
-- statement: OwnersAbandon
DECLARE @gone TABLE (instance_sid bigint NOT NULL PRIMARY KEY, owner_sid bigint NOT NULL, has_died bit NOT NULL, max_failures int NOT NULL, failure nvarchar(max) NOT NULL);
INSERT INTO @gone (instance_sid, owner_sid, has_died, max_failures, failure)
SELECT TOP (@limit) i.instance_sid, o.owner_sid, CASE WHEN o.lease_until > 0 THEN 1 ELSE 0 END, COALESCE(o.max_failures, 2147483647),
    CONCAT(N'The owner ''', o.name, N''' (', LOWER(CAST(o.owner_id AS varchar(36))), N') disappeared before it saved the instance.')
FROM workflow.owner o
JOIN workflow.instance i WITH (READPAST) ON i.lock_owner = o.owner_sid
WHERE o.lease_until <= @now
ORDER BY i.instance_sid;
UPDATE workflow.instance SET
    lock_owner = NULL,
    turn = NEXT VALUE FOR workflow.turn,
    runnable_at = CASE WHEN instance.is_suspended = 1 OR (g.has_died = 1 AND instance.is_unsaved = 1 AND instance.suspicion >= 3 AND instance.failures >= g.max_failures - 1) THEN NULL ELSE @now END,
    retry_at = CASE
        WHEN g.has_died = 0 OR instance.is_unsaved = 0 OR instance.is_suspended = 1 THEN instance.retry_at
        WHEN instance.suspicion < 3 OR instance.failures < g.max_failures - 1 THEN @now END,
    is_suspended = CASE WHEN g.has_died = 1 AND instance.is_unsaved = 1 AND instance.suspicion >= 3 AND instance.failures >= g.max_failures - 1 THEN 1 ELSE instance.is_suspended END,
    last_failure = CASE WHEN g.has_died = 1 AND instance.is_unsaved = 1 AND instance.is_suspended = 0 THEN g.failure ELSE instance.last_failure END,
    failures = CASE
        WHEN g.has_died = 0 OR instance.is_unsaved = 0 OR instance.is_suspended = 1 OR instance.suspicion < 3 THEN instance.failures
        WHEN instance.failures < 2147483646 THEN instance.failures + 1
        ELSE 2147483646 END,
    suspicion = CASE
        WHEN g.has_died = 0 OR instance.is_unsaved = 0 OR instance.is_suspended = 1 OR instance.suspicion >= 3 THEN instance.suspicion
        ELSE instance.suspicion + 1 END
OUTPUT inserted.instance_sid
FROM @gone g
WHERE instance.instance_sid = g.instance_sid AND instance.lock_owner = g.owner_sid;

-- statement: OwnersForget
DELETE FROM workflow.owner
WHERE lease_until <= @now AND NOT EXISTS (SELECT 1 FROM workflow.instance i WHERE i.lock_owner = owner.owner_sid);

-- A call that had checked its owner can lock an instance after the owner was forgotten. The index by owner has only the instances that are held.
-- statement: OrphansAbandon
DECLARE @orphan TABLE (instance_sid bigint NOT NULL PRIMARY KEY, owner_sid bigint NOT NULL);
INSERT INTO @orphan (instance_sid, owner_sid)
SELECT TOP (@limit) i.instance_sid, i.lock_owner
FROM workflow.instance i WITH (READPAST)
WHERE i.lock_owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = i.lock_owner)
ORDER BY i.instance_sid;
UPDATE workflow.instance SET
    lock_owner = NULL,
    turn = NEXT VALUE FOR workflow.turn,
    runnable_at = CASE WHEN instance.is_suspended = 1 THEN NULL ELSE @now END
OUTPUT inserted.instance_sid
FROM @orphan g
WHERE instance.instance_sid = g.instance_sid AND instance.lock_owner = g.owner_sid;
