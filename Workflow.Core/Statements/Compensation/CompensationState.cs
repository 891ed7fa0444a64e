using Workflow.Persistence;

namespace Workflow.Statements;

/// <summary>The progress of a unit.</summary>
internal enum CompensationState : byte
{
    /// <summary>The body runs.</summary>
    Active,

    /// <summary>The body has completed; the unit can be compensated or confirmed.</summary>
    Completed,

    Canceling,

    Canceled,

    Compensating,

    Compensated,

    Confirming,

    Confirmed,
}

/// <summary>The names of <see cref="CompensationState"/> in saved state; they are part of the format.</summary>
internal static class CompensationStates
{
    public static string WordOf(CompensationState state) => state switch
    {
        CompensationState.Active => "active",
        CompensationState.Completed => "completed",
        CompensationState.Canceling => "canceling",
        CompensationState.Canceled => "canceled",
        CompensationState.Compensating => "compensating",
        CompensationState.Compensated => "compensated",
        CompensationState.Confirming => "confirming",
        CompensationState.Confirmed => "confirmed",
        _ => throw new ArgumentOutOfRangeException(nameof(state)),
    };

    /// <exception cref="SnapshotException">The word is unknown.</exception>
    public static CompensationState Parse(string word) =>
        Array.Find(Enum.GetValues<CompensationState>(), state => WordOf(state) == word) is var found && WordOf(found) == word
            ? found
            : throw new SnapshotException($"The snapshot cannot be read: '{word}' is no state of a compensable activity.", "state", null);
}
