namespace Workflow;

/// <summary>The type of a completion callback. The scheduler stores it with the delegate.</summary>
internal enum CompletionKind : byte
{
    None,
    Plain,
    Result,
    DelegateResult,
    DelegateOutputs,

    /// <summary>None: the result of an expression goes to a slot of its owner.</summary>
    Expression,
}
