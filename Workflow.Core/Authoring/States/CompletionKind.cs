namespace Workflow;

/// <summary>The type of a completion callback. The scheduler stores this type with the delegate.</summary>
internal enum CompletionKind : byte
{
    None,
    Plain,
    Result,
    DelegateResult,
    DelegateOutputs,

    /// <summary>No callback: the result of an expression is copied to a slot of its owner.</summary>
    Expression,
}
