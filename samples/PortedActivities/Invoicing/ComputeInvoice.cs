using System.ComponentModel;
using Workflow;
using Workflow.Expressions;
using Workflow.Statements;

namespace PortedActivities.Invoicing;

/// <summary>Computes the gross amount of an invoice: net plus tax. Consists of expression activities only, as a designer would create it.</summary>
public sealed class ComputeInvoice : Activity<decimal>
{
    public ComputeInvoice()
    {
        Implementation = CreateBody;
    }

    [RequiredArgument]
    public InArgument<decimal> Net { get; set; }

    [RequiredArgument]
    public InArgument<decimal> TaxRate { get; set; }

    [DefaultValue(null)]
    public OutArgument<decimal> Tax { get; set; }

    private static Activity CreateBody()
    {
        Variable<decimal> tax = new Variable<decimal>("tax");
        return new Sequence
        {
            Variables = { tax },
            Activities =
            {
                new Multiply<decimal, decimal, decimal>
                {
                    Left = new InArgument<decimal>(new ArgumentValue<decimal>("Net")),
                    Right = new InArgument<decimal>(new ArgumentValue<decimal> { ArgumentName = "TaxRate" }),
                    Result = new OutArgument<decimal>(tax),
                },
                new Assign<decimal>
                {
                    To = new OutArgument<decimal>(new ArgumentReference<decimal>("Tax")),
                    Value = new InArgument<decimal>(tax),
                },
                new Assign<decimal>
                {
                    To = new OutArgument<decimal>(new ArgumentReference<decimal>("Result")),
                    Value = new InArgument<decimal>(
                        new Add<decimal, decimal, decimal>
                        {
                            Left = new InArgument<decimal>(new ArgumentValue<decimal>("Net")),
                            Right = new InArgument<decimal>(new VariableValue<decimal>(tax)),
                        }),
                },
            },
        };
    }
}
