namespace Workflow.Core.Tests.TestKit;

/// <summary>Logs the value of its argument.</summary>
internal sealed class Show<T> : CodeActivity
{
    private readonly Log _log;

    public Show(Log log, InArgument<T> value)
    {
        _log = log;
        Value = value;
    }

    public InArgument<T> Value { get; set; }

    protected override void Execute(CodeActivityContext context) => _log.Add($"{Value.Get(context)}");
}
