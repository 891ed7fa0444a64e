namespace Workflow;

/// <summary>How a completion callback is called; the scheduler stores it beside the delegate.</summary>
internal enum CompletionKind : byte
{
    None,
    Plain,
    Result,
    DelegateResult,
    DelegateOutputs,
}
