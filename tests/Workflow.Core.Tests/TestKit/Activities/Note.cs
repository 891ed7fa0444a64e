namespace Workflow.Core.Tests.TestKit;

/// <summary>Logs a text, which is an argument and therefore evaluated in the scope of the parent.</summary>
internal sealed class Note : CodeActivity
{
    private readonly Log _log;

    public Note(Log log, Func<ActivityContext, string> text)
    {
        _log = log;
        Text = new InArgument<string>(text);
    }

    public InArgument<string> Text { get; set; }

    protected override void Execute(CodeActivityContext context) => _log.Add(Text.Get(context)!);
}
