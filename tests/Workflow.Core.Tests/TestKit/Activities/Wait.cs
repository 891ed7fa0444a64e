namespace Workflow.Core.Tests.TestKit;

/// <summary>Waits at a bookmark with its own name. A cancel request ends the wait, unless <see cref="IsDeaf"/> is set.</summary>
internal sealed class Wait : NativeActivity
{
    private readonly Log _log;

    public Wait(Log log, string name)
    {
        _log = log;
        DisplayName = name;
    }

    /// <summary>True to continue to wait after a cancel request.</summary>
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
