namespace Workflow;

/// <summary>What an activity means to those below it, where a shipped activity of another family, or the engine, has to know (rules 7.3, 9.3, 10.4 and 11.3).</summary>
[Flags]
internal enum ActivityTraits : byte
{
    None = 0,

    /// <summary>Nothing inside may ask for a save.</summary>
    NoPersistZone = 1,

    /// <summary>Runs its inside in a transaction.</summary>
    Transaction = 2,

    /// <summary>
    /// Hears of each child that completes. The call is left out where it would do nothing, but an execution property sees the item all the same (rule 9.3).
    /// </summary>
    HearsChildren = 4,
}
