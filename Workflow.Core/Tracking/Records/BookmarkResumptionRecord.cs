namespace Workflow.Tracking;

/// <summary>Reports that a bookmark was resumed.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public sealed class BookmarkResumptionRecord : TrackingRecord
{
    /// <summary>Creates a record without a payload. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="bookmarkScope">The id of the bookmark's scope; empty for none.</param>
    /// <param name="bookmarkName">The name of the bookmark; empty for a bookmark without a name.</param>
    /// <param name="owner">The activity that created the bookmark.</param>
    /// <exception cref="ArgumentNullException">The name or the owner is null.</exception>
    public BookmarkResumptionRecord(Guid instanceId, long recordNumber, Guid bookmarkScope, string bookmarkName, ActivityInfo owner)
        : base(instanceId, recordNumber)
    {
        ArgumentNullException.ThrowIfNull(bookmarkName);
        ArgumentNullException.ThrowIfNull(owner);
        BookmarkScope = bookmarkScope;
        BookmarkName = bookmarkName;
        Owner = owner;
    }

    private BookmarkResumptionRecord(BookmarkResumptionRecord record)
        : base(record)
    {
        BookmarkScope = record.BookmarkScope;
        BookmarkName = record.BookmarkName;
        Owner = record.Owner;
        Payload = record.Payload;
    }

    /// <summary>The id of the bookmark's scope; empty for none.</summary>
    public Guid BookmarkScope { get; }

    /// <summary>The name of the bookmark; empty for a bookmark without a name.</summary>
    public string BookmarkName { get; }

    /// <summary>The value that the bookmark was resumed with; null if there was none. If it is an object, it belongs to the workflow.</summary>
    public object? Payload { get; internal set; }

    /// <summary>The activity that created the bookmark.</summary>
    public ActivityInfo Owner { get; }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new BookmarkResumptionRecord(this);

    /// <inheritdoc/>
    public override string ToString() =>
        $"BookmarkResumptionRecord {{ {base.ToString()}, BookmarkName = {(BookmarkName.Length == 0 ? "<null>" : BookmarkName)}, BookmarkScope = {BookmarkScope}, OwnerActivity {{ {Owner} }} }}";
}
