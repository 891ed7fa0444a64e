-- Queries. A query is 'QueryColumns', 'QueryInstances' or 'QueryBookmarked', 'QueryOthers', the conditions that are asked for, and 'QueryEnd'.

-- statement: QueryColumns
SELECT i.instance_sid, i.instance_id, d.definition_id, d.identity, i.status, i.created, i.updated, i.due, o.owner_id, o.name AS owner_name, i.failures, i.last_failure, i.retry_at,
    i.is_suspended, i.initial_values, i.saved_values, m.inbox, b.names, b.owner_names, b.scope_ids

-- statement: QueryInstances
FROM workflow.instance i

-- By the index of the bookmarks, in the order of the instances: a page costs the same however many wait at the bookmark. An instance may wait at two bookmarks of one name.
-- statement: QueryBookmarked
FROM (SELECT DISTINCT k.instance_sid FROM workflow.bookmark k WHERE k.name = @bookmark AND k.instance_sid >= @from ORDER BY k.instance_sid) k
JOIN workflow.instance i ON i.instance_sid = k.instance_sid

-- statement: QueryOthers
LEFT JOIN workflow.definition d ON d.definition_id = i.definition_id
LEFT JOIN workflow.owner o ON o.owner_sid = i.lock_owner AND o.lease_until > workflow.store_time()
LEFT JOIN LATERAL (
    SELECT array_agg(b.name ORDER BY b.ordinal) AS names, array_agg(b.owner_display_name ORDER BY b.ordinal) AS owner_names, array_agg(b.scope_id ORDER BY b.ordinal) AS scope_ids
    FROM workflow.bookmark b
    WHERE b.instance_sid = i.instance_sid) b ON true
CROSS JOIN LATERAL (SELECT least(count(*), 2147483647)::integer AS inbox FROM workflow.message m WHERE m.instance_sid = i.instance_sid) m
WHERE i.instance_sid >= @from

-- statement: QueryByIds
AND i.instance_id = ANY (@ids)

-- statement: QueryByKey
AND i.instance_sid = (SELECT k.instance_sid FROM workflow.instance_key k WHERE k.key_id = @key)

-- statement: QueryByStatus
AND i.status = ANY (@statuses)

-- statement: QueryByDefinition
AND d.identity = @identity

-- statement: QueryBySuspended
AND i.is_suspended = @is_suspended

-- statement: QueryEnd
ORDER BY i.instance_sid LIMIT @limit;
