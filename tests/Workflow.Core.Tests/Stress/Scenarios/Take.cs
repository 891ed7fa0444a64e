namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>Waits at a bookmark with its own name for a number of integer tokens, and records each one as "name:token".</summary>
internal sealed class Take : NativeActivity
{
    private readonly Variable<int> _left = new();

    public Take(string name) => DisplayName = name;

    public InOutArgument<string> Memory { get; set; } = StepLog.Memory();

    /// <summary>The number of tokens. If it is greater than 1, the bookmark allows multiple resumptions.</summary>
    public int Count { get; init; } = 1;

    /// <summary>True to throw after an odd token.</summary>
    public bool FailsOnOdd { get; init; }

    protected override bool CanInduceIdle => true;

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument memory = new(nameof(Memory), typeof(string), ArgumentDirection.InOut);
        metadata.Bind(Memory, memory);
        metadata.AddArgument(memory);
        metadata.AddImplementationVariable(_left);
    }

    protected override void Execute(NativeActivityContext context)
    {
        _left.Set(context, Count);
        StepObserver observer = context.GetExtension<StepObserver>()!;
        using IDisposable stay = observer.Enter(DisplayName);
        observer.BookmarkCreated(context.CreateBookmark(DisplayName, OnTaken, Count == 1 ? BookmarkOptions.None : BookmarkOptions.MultipleResume));
    }

    private void OnTaken(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        int left = _left.Get(context) - 1;
        int token = (int)value!;
        StepLog.Write(context, Memory, $"{DisplayName}:{token}");
        _left.Set(context, left);
        if (Count > 1 && left == 0)
        {
            context.RemoveBookmark(bookmark);
        }

        if (FailsOnOdd && int.IsOddInteger(token))
        {
            context.GetExtension<StepObserver>()!.ExpectFault();
            throw new FormatException(DisplayName);
        }
    }
}
