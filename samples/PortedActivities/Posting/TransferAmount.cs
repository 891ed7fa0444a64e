using System;
using System.ComponentModel;
using Workflow;
using Workflow.Statements;

namespace PortedActivities.Posting;

/// <summary>Moves an amount from one account to another: both postings take effect, or none.</summary>
public sealed class TransferAmount : Activity
{
    public TransferAmount()
    {
        Implementation = CreateBody;
    }

    [RequiredArgument]
    public InArgument<string> From { get; set; }

    [RequiredArgument]
    public InArgument<string> To { get; set; }

    [RequiredArgument]
    public InArgument<decimal> Amount { get; set; }

    /// <summary>Runs before the second posting, in the transaction.</summary>
    [DefaultValue(null)]
    public Activity Check { get; set; }

    private Activity CreateBody()
    {
        return new TransactionScope
        {
            AbortInstanceOnTransactionFailure = false,
            Body = new Sequence
            {
                Activities =
                {
                    new PostAmount
                    {
                        Account = new InArgument<string>(context => From.Get(context)),
                        Amount = new InArgument<decimal>(context => -Amount.Get(context)),
                    },
                    Check ?? new Sequence(),
                    new PostAmount
                    {
                        Account = new InArgument<string>(context => To.Get(context)),
                        Amount = new InArgument<decimal>(context => Amount.Get(context)),
                    },
                },
            },
        };
    }
}
