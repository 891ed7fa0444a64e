using PortedActivities.Invoicing;
using Workflow.Expressions;

namespace PortedActivities.Tests.Invoicing;

public sealed class ComputeInvoiceTests
{
    private readonly Log _log = new();

    [Theory]
    [InlineData(200, 0.19, 38, 238)]
    [InlineData(200, 0, 0, 200)]
    [InlineData(-10, 0.5, -5, -15)]
    public async Task Amounts_OfAnInvoice_AreComputed(int net, double rate, int tax, int gross)
    {
        Dictionary<string, object?> inputs = new() { ["Net"] = (decimal)net, ["TaxRate"] = (decimal)rate };
        IDictionary<string, object?> outputs = await new Started(new ComputeInvoice(), inputs).OutputsAsync();
        Assert.Equal(((decimal)tax, (decimal)gross), ((decimal)outputs["Tax"]!, (decimal)outputs["Result"]!));
    }

    [Fact]
    public async Task Invoice_WithoutATaxToWriteTo_StillComputesTheGross() =>
        Assert.Equal(15m, await WorkflowInvoker.InvokeAsync(new ComputeInvoice { Net = 10m, TaxRate = 0.5m }));

    [Fact]
    public async Task Invoices_InALoop_AddUp()
    {
        Variable<decimal> sum = new("sum");
        Variable<decimal> gross = new("gross");
        DelegateInArgument<decimal> net = new("net");
        Sequence workflow = new()
        {
            Variables = { sum, gross },
            Activities =
            {
                new ForEach<decimal>
                {
                    Values = new(_ => new[] { 100m, 20m }),
                    Body = new ActivityAction<decimal>
                    {
                        Argument = net,
                        Handler = new Sequence
                        {
                            Activities =
                            {
                                new ComputeInvoice { Net = net, TaxRate = 0.1m, Result = gross },
                                new Add<decimal, decimal, decimal> { Left = sum, Right = gross, Result = sum },
                            },
                        },
                    },
                },
                new Note(_log, context => $"{sum.Get(context) == 132m}"),
            },
        };

        await new Started(workflow).OutputsAsync();
        _log.AssertIs("True");
    }

    [Fact]
    public async Task Overflow_OfTheSum_FaultsTheActivity() =>
        await Assert.ThrowsAsync<OverflowException>(() => WorkflowInvoker.InvokeAsync(new ComputeInvoice { Net = decimal.MaxValue, TaxRate = 1m }));

    [Fact]
    public async Task Cancel_WhileAnAmountIsAwaited_LeavesNoResult()
    {
        Operation rate = new(_log, "rate") { HeedsToken = true };
        ComputeInvoice invoice = new() { Net = 10m, TaxRate = new InArgument<decimal>(new Cast<int, decimal> { Operand = new InArgument<int>(rate) }) };
        Started run = new(new Sequence { Activities = { invoice, new Step(_log, "never") } });
        run.Cancel();

        await run.AssertCanceledAsync();
        _log.AssertIs("rate starts", "rate cancels", "rate token");
    }

    [Fact]
    public void Invoice_WithoutAmounts_IsRefused()
    {
        Sequence workflow = new() { Activities = { new ComputeInvoice() } };
        InvalidWorkflowException invalid = Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(workflow));
        Assert.All(["'Net'", "'TaxRate'"], name => Assert.Contains(name, invalid.Message, StringComparison.Ordinal));
    }
}
