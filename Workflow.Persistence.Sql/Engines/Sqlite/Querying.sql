-- Queries, on connections that only read.

-- statement: QueryColumns
SELECT i.instance_sid, i.instance_id, i.definition_id, d.identity, i.status, i.created, i.updated, i.due, o.owner_id, o.name AS owner_name, i.failures, i.last_failure, i.retry_at,
    i.is_suspended, i.inbox, i.initial_values, i.saved_values

-- statement: QueryInstances
FROM workflow_instance i

-- By the index of the bookmarks, in the order of the instances: a page costs the same however many wait at the bookmark.
-- statement: QueryBookmarked
FROM workflow_bookmark k
CROSS JOIN workflow_instance i ON i.instance_sid = k.instance_sid

-- statement: QueryOthers
LEFT JOIN workflow_definition d ON d.definition_id = i.definition_id
LEFT JOIN workflow_owner o ON o.owner_sid = i.lock_owner AND o.lease_until > @now AND o.lease_until < @now + 172800000000

-- statement: QueryByNothing
WHERE 1 = 1

-- An instance may wait at two bookmarks of one name.
-- statement: QueryByBookmark
WHERE k.name = @bookmark
    AND NOT EXISTS (SELECT 1 FROM workflow_bookmark e WHERE e.name = k.name AND e.instance_sid = k.instance_sid AND e.ordinal < k.ordinal)

-- statement: QueryAfter
AND i.instance_sid > @after

-- statement: QueryAfterBookmark
AND k.instance_sid > @after

-- statement: QueryByIds
AND i.instance_id IN (SELECT value FROM json_each(@ids))

-- statement: QueryByKey
AND i.instance_sid = (SELECT instance_sid FROM workflow_instance_key WHERE key_id = @key)

-- statement: QueryByStatus
AND i.status IN (SELECT value FROM json_each(@statuses))

-- statement: QueryByDefinition
AND d.identity = @identity

-- statement: QueryBySuspended
AND i.is_suspended = @is_suspended

-- statement: QueryEnd
ORDER BY i.instance_sid LIMIT @limit;

-- statement: QueryEndBookmark
ORDER BY k.instance_sid LIMIT @limit;

-- statement: QueryBookmarks
SELECT instance_sid, name, owner_display_name, scope_id FROM workflow_bookmark WHERE instance_sid IN (SELECT value FROM json_each(@sids)) ORDER BY instance_sid, ordinal;
