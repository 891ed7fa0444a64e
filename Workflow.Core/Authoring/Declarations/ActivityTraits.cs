namespace Workflow;

/// <summary>
/// Properties of an activity that affect its descendants, for the engine and for shipped activities of other families (rules 7.3, 9.3, 10.4 and 11.3).
/// </summary>
[Flags]
internal enum ActivityTraits : byte
{
    None = 0,

    /// <summary>Descendants cannot request a save.</summary>
    NoPersistZone = 1,

    /// <summary>The activity runs its descendants in a transaction.</summary>
    Transaction = 2,

    /// <summary>
    /// The activity handles the completion of each child. The engine skips the call if it has no effect, but still sets up execution properties for the
    /// work item (rule 9.3).
    /// </summary>
    HandlesChildCompletion = 4,
}
