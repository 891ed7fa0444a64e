using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Differential.Trees.Activities;

/// <summary>An expression that waits at a bookmark and then yields the value that a function of the test computes.</summary>
internal sealed class WaitResult<T>(Stage stage, bool isDeaf, Func<NativeActivityContext, string, T> value) : NativeActivity<T>
{
    public InOutArgument<int> Count { get; set; } = new();

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label} waits");
        Bookmark bookmark = context.CreateBookmark(OnResumed);
        stage.AddOutstanding(label, () => stage.Add($"{label}: {stage.Running!.Resume(bookmark, 1)}"));
    }

    protected override void Cancel(NativeActivityContext context)
    {
        stage.Add($"{DisplayName}#{context.ActivityInstanceId} cancels");
        if (!isDeaf)
        {
            base.Cancel(context);
        }
    }

    protected override void Abort(NativeActivityAbortContext context) => stage.Add($"{DisplayName}#{context.ActivityInstanceId} aborts");

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? resumedWith)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label} resumed, result was {Result!.Get(context)}");
        Result.Set(context, value(context, label));
    }
}

/// <summary>An asynchronous activity that ends at once or when the runner completes its operation.</summary>
internal sealed class AsyncNumber(Stage stage, AsyncBehaviour behaviour) : AsyncCodeActivity<int>
{
    public InArgument<int> Input { get; set; } = new();

    public OutArgument<int> Extra { get; set; } = new();

    protected override async Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label} starts with {Input.Get(context)}, extra was {Extra.Get(context)}");
        Extra.Set(context, 5);
        if (behaviour.End == AsyncEnd.FailsAtStart)
        {
            throw new FaultA(label);
        }

        if (behaviour.EndsLater)
        {
            await Gate(label, cancellationToken).ConfigureAwait(false);
            stage.Add($"{label} ends, extra is {Extra.Get(context)}");
            Extra.Set(context, 6);
        }

        switch (behaviour.End)
        {
            case AsyncEnd.Fails:
                throw new FaultB(label);
            case AsyncEnd.Canceled:
                throw new OperationCanceledException(label);
            case AsyncEnd.MarksCanceled:
                context.MarkCanceled();
                break;
        }

        return 8;
    }

    protected override void Cancel(AsyncCodeActivityContext context)
    {
        string label = $"{DisplayName}#{context.ActivityInstanceId}";
        stage.Add($"{label} cancels, requested {context.IsCancellationRequested}");
        switch (behaviour.OnCancel)
        {
            case AsyncCancel.MarksCanceled:
                context.MarkCanceled();
                break;
            case AsyncCancel.Throws:
                throw new FaultC(label);
        }
    }

    private async Task Gate(string label, CancellationToken cancellationToken)
    {
        TaskCompletionSource gate = new();
        stage.AddOutstanding(label, () => TestKit.NoContext.Run(() => gate.TrySetResult()));
        using CancellationTokenRegistration registration = cancellationToken.Register(() =>
        {
            stage.Add($"{label} token");
            if (behaviour.OnCancel == AsyncCancel.HeedsToken)
            {
                gate.TrySetCanceled(cancellationToken);
            }
        });
        await gate.Task.ConfigureAwait(false);
    }
}
