namespace Workflow.Core.Tests.TestKit;

/// <summary>An expression with its own instance. Logs its name and returns a value that the test computes.</summary>
internal sealed class Expr<T> : CodeActivity<T>
{
    private readonly Log _log;
    private readonly Func<T> _value;

    public Expr(Log log, string name, Func<T> value)
    {
        _log = log;
        _value = value;
        DisplayName = name;
    }

    protected override T Execute(CodeActivityContext context)
    {
        _log.Add(DisplayName);
        return _value();
    }
}
