using Workflow;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class ParticipantsTests
{
    [Fact]
    public async Task Ship_WithParticipants_WritesTheSummaryAtPersistAndAtTheEnd()
    {
        string path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}.txt");
        try
        {
            ParcelCounter counter = new();
            List<string> seen = [];
            WorkflowInvoker invoker = new(Participants.Ship(Do(counter.Add), Do(() => seen.Add(File.ReadAllText(path).Trim()))));
            invoker.Extensions.Add(counter);
            invoker.Extensions.Add(new SummaryFile(path));
            await invoker.InvokeAsync();
            Assert.Equal(["summary: 1 parcels on their way"], seen);
            File.Delete(path);
            await invoker.InvokeAsync();
            Assert.Equal("summary: 2 parcels on their way", (await File.ReadAllTextAsync(path)).Trim());
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void WithOpenFile_APersistInside_IsRefused()
    {
        WorkflowInvoker.Invoke(new WithOpenFile { Body = Do(() => { }) });
        Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(new WithOpenFile { Body = new Persist() }));
    }

    private static InvokeAction Do(Action action) => new() { Action = new ActivityAction { Handler = new Doing(action) } };

    private sealed class Doing(Action action) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => action();
    }
}
