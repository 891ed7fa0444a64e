namespace Workflow.Core.Tests.TestKit;

/// <summary>An expression that waits at a bookmark of its own name for its value; canceled by default, or deaf to a cancel request.</summary>
internal sealed class WaitFor<T> : NativeActivity<T>
{
    private readonly Log _log;

    public WaitFor(Log log, string name)
    {
        _log = log;
        DisplayName = name;
    }

    /// <summary>Goes on waiting when asked to cancel.</summary>
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
