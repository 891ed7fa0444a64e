using Workflow.Core.Tests.Differential.Observing;
using Workflow.Statements;

namespace Workflow.Core.Tests.Differential.Trees.Activities;

/// <summary>Keeps a token for the activities that compensate or confirm.</summary>
internal sealed class KeepToken(Stage stage) : CodeActivity
{
    public InArgument<CompensationToken> Token { get; set; } = new();

    protected override void Execute(CodeActivityContext context)
    {
        CompensationToken? token = Token.Get(context);
        stage.Add($"{DisplayName}#{context.ActivityInstanceId} {(token is null ? "no token" : "token")}");
        if (token is not null)
        {
            stage.Keep(token);
        }
    }
}
