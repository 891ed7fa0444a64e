namespace Workflow.Core.Tests.TestKit;

/// <summary>Writes the given values to its out argument.</summary>
internal sealed class Put<T>(params T[] values) : CodeActivity
{
    public OutArgument<T>? To { get; set; }

    /// <summary>Called with the context after each write.</summary>
    public Action<CodeActivityContext>? OnWritten { get; set; }

    protected override void Execute(CodeActivityContext context)
    {
        foreach (T value in values)
        {
            To!.Set(context, value);
            OnWritten?.Invoke(context);
        }
    }
}
