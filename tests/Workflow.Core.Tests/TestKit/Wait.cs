namespace Workflow.Core.Tests.TestKit;

/// <summary>Waits at a bookmark of its own name; canceled by default, or deaf to a cancel request.</summary>
internal sealed class Wait : NativeActivity
{
    private readonly Log _log;

    public Wait(Log log, string name)
    {
        _log = log;
        DisplayName = name;
    }

    /// <summary>Goes on waiting when asked to cancel.</summary>
    public bool IsDeaf { get; init; }

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context)
    {
        _log.Add($"{DisplayName} waits");
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

    protected override void Abort(NativeActivityAbortContext context) => _log.Add($"{DisplayName} aborts");

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => _log.Add($"{DisplayName} resumed {value}");
}
