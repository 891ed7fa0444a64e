namespace Workflow.Runtime.Snapshots;

/// <summary>A bookmark scope.</summary>
internal sealed class BookmarkScopeFormat : ObjectFormat
{
    public override string Key => "bookmarkScope";

    public override bool CanWrite(object value) => value is BookmarkScope;

    public override void Write(object value, SnapshotWriter writer)
    {
        BookmarkScope scope = (BookmarkScope)value;
        if (scope.IsInitialized)
        {
            writer.Json.WriteString(Key, scope.Id);
        }
        else
        {
            writer.WriteCounter(Key, scope.TemporaryId);
        }
    }

    public override object Create(SnapshotNode entry, SnapshotReader reader)
    {
        SnapshotNode scope = entry.Get(Key);
        if (scope.Element.ValueKind == System.Text.Json.JsonValueKind.String)
        {
            Guid id = scope.Id();
            return id == Guid.Empty ? BookmarkScope.Default : new BookmarkScope(id);
        }

        long temporaryId = scope.Counter();
        return temporaryId > 0 ? new BookmarkScope(temporaryId) : throw scope.Invalid("is not the number of a bookmark scope");
    }
}
