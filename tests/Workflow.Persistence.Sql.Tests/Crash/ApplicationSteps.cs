
namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>Starts, saves, unloads, loads, resumes and completes a workflow in a process that a test may kill.</summary>
internal static class ApplicationSteps
{
    public const string Name = "Application", Decision = "yes";

    private static readonly WorkflowIdentity Identity = new(Name, new Version(1, 0), null);

    public static async Task RunAsync(SqlInstanceStore store)
    {
        TaskCompletionSource<Guid> left = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowApplication application = new(Definition(), Identity)
        {
            InstanceStore = store,
            PersistableIdle = _ => PersistableIdleAction.Unload,
            Unloaded = args => left.TrySetResult(args.InstanceId),
            Aborted = args => left.TrySetException(args.Reason!),
        };
        application.Run();
        Guid id = await left.Task;
        CrashProgram.Say($"{CrashProgram.Started} {id}");
        CrashProgram.Say($"{CrashProgram.Finishing} {id}");
        await FinishAsync(store, id);
    }

    /// <summary>Loads a workflow that waits, and completes it. The result must contain the text that the workflow had saved.</summary>
    public static async Task FinishAsync(SqlInstanceStore store, Guid id)
    {
        WorkflowApplication application = new(Definition(), Identity) { InstanceStore = store };
        await application.LoadAsync(id);
        await application.ResumeBookmarkAsync("decide", Decision);
        WorkflowCompletion completion = await application.Completion;
        if (completion.Outputs["Result"] as string != $"{Name} {Decision}")
        {
            throw new InvalidOperationException($"The workflow '{id}' has the result '{completion.Outputs["Result"]}'.");
        }
    }

    private static Remember Definition() => new();

    /// <summary>Stores a text in a variable, waits, and returns the text and the value of the resumption.</summary>
    private sealed class Remember : NativeActivity<string>
    {
        private readonly Variable<string> _text = new("text");

        protected override bool CanInduceIdle => true;

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            base.CacheMetadata(metadata);
            metadata.AddImplementationVariable(_text);
        }

        protected override void Execute(NativeActivityContext context)
        {
            _text.Set(context, Name);
            context.CreateBookmark("decide", OnDecided);
        }

        private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value) => Result?.Set(context, $"{_text.Get(context)} {value}");
    }
}
