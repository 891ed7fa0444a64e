namespace Workflow.Statements;

/// <summary>How far one run of a compensable activity has come.</summary>
internal enum CompensationState : byte
{
    /// <summary>Its body runs.</summary>
    Active,

    /// <summary>Its body has completed; it can be compensated or confirmed.</summary>
    Completed,

    Canceling,

    Canceled,

    Compensating,

    Compensated,

    Confirming,

    Confirmed,
}
