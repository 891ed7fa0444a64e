namespace Workflow.Core.Tests.TestKit;

/// <summary>
/// An expression that waits for its value at a bookmark with its own name. A cancel request ends the wait, unless <see cref="IsDeaf"/> is set.
/// </summary>
internal sealed class WaitFor<T> : NativeActivity<T>
{
    private readonly Log _log;

    public WaitFor(Log log, string name)
    {
        _log = log;
        DisplayName = name;
    }

    /// <summary>True to continue to wait after a cancel request.</summary>
    public bool IsDeaf { get; init; }

    public Action<NativeActivityContext>? OnStart { get; set; }

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context)
    {
        _log.Add($"{DisplayName} waits");
        OnStart?.Invoke(context);
        context.CreateBookmark(DisplayName, OnResumed);
    }

    protected override void Cancel(NativeActivityContext context)
    {
        _log.Add($"{DisplayName} cancels");
        if (!IsDeaf)
        {
            base.Cancel(context);
        }
    }

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => Result!.Set(context, (T)value!);
}
