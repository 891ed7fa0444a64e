namespace Workflow;

/// <summary>What an activity means to those below it, where a shipped activity of another family has to know (rules 7.3, 10.4 and 11.3).</summary>
[Flags]
internal enum ActivityTraits : byte
{
    None = 0,

    /// <summary>Nothing inside may ask for a save.</summary>
    NoPersistZone = 1,

    /// <summary>Runs its inside in a transaction.</summary>
    Transaction = 2,
}
