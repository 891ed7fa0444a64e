namespace Workflow.Core.Tests.TestKit;

/// <summary>Logs its name and runs the given action.</summary>
internal sealed class Step : CodeActivity
{
    private readonly Log _log;
    private readonly Action<CodeActivityContext>? _work;

    public Step(Log log, string name, Action<CodeActivityContext>? work = null)
    {
        _log = log;
        _work = work;
        DisplayName = name;
    }

    public Step(Log log, string name, Exception thrown)
        : this(log, name, _ => throw thrown)
    {
    }

    protected override void Execute(CodeActivityContext context)
    {
        _log.Add(DisplayName);
        _work?.Invoke(context);
    }
}
