using System.Globalization;
using Workflow;
using Workflow.Hosting;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class BookmarksTests
{
    private readonly Inbox _inbox = new();

    [Fact]
    public async Task WaitForDecision_Resumed_ReturnsTheDecision()
    {
        Task<IDictionary<string, object?>> run = Start(new WaitForDecision { Order = "4711" });
        Assert.False(await _inbox.TellAsync("decision on 4712", true));
        Assert.True(await _inbox.TellAsync("decision on 4711", true));
        Assert.Equal(true, (await run)["Result"]);
    }

    [Fact]
    public async Task CollectVotes_WithAllVotes_CountsTheAgreeing()
    {
        Task<IDictionary<string, object?>> run = Start(new CollectVotes());
        foreach (bool vote in (bool[])[true, false, true])
        {
            Assert.True(await _inbox.TellAsync("vote", vote));
        }

        Assert.Equal(2, (await run)["Result"]);
    }

    [Fact]
    public async Task Interruptible_Stopped_CancelsItsBody()
    {
        Task<IDictionary<string, object?>> run = Start(new Interruptible { Body = new WaitForDecision { Order = "1" } });
        Assert.True(await _inbox.TellAsync("stop", null));
        Assert.Empty(await run);
    }

    [Fact]
    public async Task Interruptible_BodyCompletes_EndsWithoutStop()
    {
        Task<IDictionary<string, object?>> run = Start(new Interruptible { Body = new WaitForDecision { Order = "1" } });
        Assert.True(await _inbox.TellAsync("decision on 1", true));
        Assert.Empty(await run);
    }

    [Fact]
    public async Task Conversation_ResumedByNameAlone_IsNotFound()
    {
        using CancellationTokenSource source = new();
        Task<IDictionary<string, object?>> run = Start(new Conversation(), source.Token);
        Assert.False(await _inbox.TellAsync("reply", "hello"));
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
    }

    [Fact]
    public void WithCulture_AroundItsBody_SetsTheCultureThere()
    {
        CultureInfo before = CultureInfo.CurrentCulture;
        WriteLine body = new() { Text = new InArgument<string>(_ => CultureInfo.CurrentCulture.Name) };
        Assert.Equal("de-DE\n", GettingStarted.Output(new WithCulture { Culture = "de-DE", Body = body }));
        Assert.Same(before, CultureInfo.CurrentCulture);
    }

    [Fact]
    public void PutInBasket_InsideAHandleScope_FindsItsBasket()
    {
        Sequence order = new()
        {
            Activities =
            {
                new HandleScope<Basket>
                {
                    Body = new Sequence { Activities = { new PutInBasket { Item = "tea" }, new PutInBasket { Item = "milk" } } },
                },
                new WriteLine { Text = "done" },
            },
        };
        Assert.Equal("tea + milk\ndone\n", GettingStarted.Output(order));
        Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(new PutInBasket { Item = "tea" }));
    }

    private Task<IDictionary<string, object?>> Start(Activity workflow, CancellationToken cancellationToken = default)
    {
        WorkflowInvoker invoker = new(workflow);
        invoker.Extensions.Add(_inbox);
        return invoker.InvokeAsync(cancellationToken: cancellationToken);
    }
}
