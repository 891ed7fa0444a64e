namespace Workflow.Persistence.Sql;

/// <summary>Prepares saves for the engine, and loaded instances for their hosts: encoding, promotion and conversion of values. Thread-safe.</summary>
internal sealed class SaveRequests(SqlInstanceStoreOptions options)
{
    private readonly StateCodec _codec = new(options.StateEncoding, options.StateProtector, options.MaxStateBytes);
    private readonly PromotionTable _promotions = new(options.ColumnsByPromotion);
    private readonly UnseenNames _unseen = new(options.ColumnsByPromotion, options.Reporter.PromotedNameUnseen);

    /// <summary>Prepares a save.</summary>
    /// <exception cref="ArgumentException">A later save has initial values, or the number of messages is negative.</exception>
    /// <exception cref="SnapshotException">The state or a value cannot be stored.</exception>
    public SaveRequest Of(SqlOwner owner, InstanceSave save)
    {
        if (save.LockVersion != 0 && save.InitialValues.Count > 0)
        {
            throw new ArgumentException(
                $"A later save of the instance '{save.InstanceId}' contains initial values; pass them to the first save.", nameof(save));
        }

        if (save.PendingMessageCount < 0)
        {
            throw new ArgumentException($"A save of the instance '{save.InstanceId}' leaves {save.PendingMessageCount} messages; pass zero or more.", nameof(save));
        }

        SaveRequest request = new(owner, save, _codec.Encode(save.InstanceId, save.State), _promotions.Of(save.InstanceId, save.WriteOnlyValues))
        {
            InitialPromoted = _promotions.Of(save.InstanceId, save.InitialValues),
            SavedValues = PlainValueText.Write(save.WriteOnlyValues),
            InitialValues = PlainValueText.Write(save.InitialValues),
            Deletes = save.Complete && options.CompletionAction == InstanceCompletionAction.DeleteAll,
        };
        _unseen.Saved(request.Promoted, request.InitialPromoted, save.Complete);
        return request;
    }

    /// <summary>Decodes a loaded instance.</summary>
    /// <exception cref="SnapshotException">The row is damaged.</exception>
    public StoredInstance Stored(LoadedRow loaded) => loaded.Damage is { } damage ? throw damage : new()
    {
        InstanceId = loaded.InstanceId,
        LockVersion = loaded.LockVersion,
        DefinitionIdentity = loaded.Identity,
        Status = loaded.Status,
        State = _codec.Decode(loaded.InstanceId, loaded.State),
        Keys = loaded.Keys,
    };
}
