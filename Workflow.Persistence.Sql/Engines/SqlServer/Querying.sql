-- Queries. A query is 'QueryColumns', 'QueryInstances' or 'QueryBookmarked', 'QueryOthers', the conditions that are asked for, and 'QueryEnd'.
-- Each row is read as it was committed at some moment of the query, in both modes of READ COMMITTED. Without READ_COMMITTED_SNAPSHOT, a query waits for rows that are being written.

-- statement: QueryColumns
SELECT i.instance_sid, i.instance_id, d.definition_id, d.identity_text, i.status, i.created, i.updated, i.due,
    CASE WHEN o.lease_until > @now THEN o.owner_id END AS owner_id, CASE WHEN o.lease_until > @now THEN o.name END AS owner_name, i.failures, i.last_failure, i.retry_at,
    i.is_suspended, i.initial_values, i.saved_values, i.inbox,
    (SELECT b.name AS n, b.owner_display_name AS o, b.scope_id AS s FROM workflow.bookmark b WHERE b.instance_sid = i.instance_sid ORDER BY b.ordinal FOR JSON PATH) AS bookmarks

-- statement: QueryInstances
FROM workflow.instance i

-- An instance may wait at two bookmarks of one name. A comparison of texts takes no account of spaces at their ends; the length does.
-- statement: QueryBookmarked
FROM (SELECT DISTINCT k.instance_sid FROM workflow.bookmark k WHERE k.name = @bookmark AND DATALENGTH(k.name) = DATALENGTH(@bookmark)) k
JOIN workflow.instance i ON i.instance_sid = k.instance_sid

-- statement: QueryOthers
LEFT JOIN workflow.definition d ON d.definition_id = i.definition_id
LEFT JOIN workflow.owner o ON o.owner_sid = i.lock_owner
WHERE i.instance_sid >= @from

-- statement: QueryByIds
AND EXISTS (SELECT 1 FROM STRING_SPLIT(@ids, N',') n WHERE CAST(NULLIF(n.value, N'') AS uniqueidentifier) = i.instance_id)

-- statement: QueryByKey
AND i.instance_sid = (SELECT k.instance_sid FROM workflow.instance_key k WHERE k.key_id = @key)

-- statement: QueryByStatus
AND EXISTS (SELECT 1 FROM STRING_SPLIT(@statuses, N',') n WHERE CAST(NULLIF(n.value, N'') AS smallint) = i.status)

-- statement: QueryByDefinition
AND d.identity_hash = HASHBYTES('SHA2_256', @identity)

-- statement: QueryBySuspended
AND i.is_suspended = @is_suspended

-- statement: QueryEnd
ORDER BY i.instance_sid OFFSET 0 ROWS FETCH NEXT @limit ROWS ONLY;
