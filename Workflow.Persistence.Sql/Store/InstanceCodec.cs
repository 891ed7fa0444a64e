namespace Workflow.Persistence.Sql;

/// <summary>
/// Encodes saves for their rows, and decodes loaded rows: compression and encryption of the state, promotion and conversion of values. Thread-safe.
/// </summary>
internal sealed class InstanceCodec(SqlInstanceStoreOptions options)
{
    private readonly StateCodec _states = new(options.StateEncoding, options.StateProtector, options.MaxStateBytes);
    private readonly PromotionTable _promotions = new(options.ColumnsByPromotion);
    private readonly UnseenNames _unseen = new(options.ColumnsByPromotion, options.Reporter.PromotedNameUnseen);

    /// <summary>Encodes a save.</summary>
    /// <exception cref="ArgumentException">The save is not valid.</exception>
    /// <exception cref="SnapshotException">The state or a value cannot be stored.</exception>
    public SaveRequest Encode(SqlOwner owner, InstanceSave save)
    {
        InstanceSave.Validate(save);
        SaveRequest request = new(owner, save, _states.Encode(save.InstanceId, save.State), _promotions.Of(save.InstanceId, save.WriteOnlyValues))
        {
            InitialPromoted = _promotions.Of(save.InstanceId, save.InitialValues),
            SavedValues = PlainValueText.Write(save.WriteOnlyValues),
            InitialValues = PlainValueText.Write(save.InitialValues),
            Deletes = save.Complete && options.CompletionAction == InstanceCompletionAction.DeleteAll,
        };
        _unseen.Saved(request.Promoted, request.InitialPromoted, save.Complete);
        return request;
    }

    /// <summary>Decodes a loaded row.</summary>
    /// <exception cref="SnapshotException">The row is damaged.</exception>
    public StoredInstance Decode(LoadedRow row) => row.Damage is { } damage ? throw damage : new()
    {
        InstanceId = row.InstanceId,
        LockVersion = row.LockVersion,
        DefinitionIdentity = row.Identity,
        Status = row.Status,
        State = _states.Decode(row.InstanceId, row.State),
        Keys = row.Keys,
    };
}
