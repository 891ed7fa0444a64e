using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Rows;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Budgets;

/// <summary>Measures rows together with the references of their budgets.</summary>
internal sealed class BudgetRun(Pace pace)
{
    private readonly Dictionary<RatioBudget, Trial> _trials = [];

    /// <summary>Builds the trials and runs them in rotation.</summary>
    /// <exception cref="SkippedException">The machine cannot run one of the rows.</exception>
    public void Prepare(IEnumerable<RatioBudget> budgets)
    {
        foreach (RatioBudget budget in budgets)
        {
            _trials.Add(budget, TrialOf(budget));
        }

        Training.Run(_trials.Values, pace.Training);
    }

    public BudgetResult Measure(RatioBudget budget)
    {
        Measurement measured = Measurement.Of(_trials[budget], pace);
        return new BudgetResult(budget, measured.Workflow.RatiosTo(measured.ByHand), measured.Workflow.Bytes);
    }

    private static Trial TrialOf(RatioBudget budget)
    {
        Row row = AllRows.List.Single(row => row.Id == budget.Row);
        Trial trial = row.Prepare();
        Subject reference = budget.Against == Reference.Twin ? trial.ByHand : new Subject(Repeat.Run(new Calibration()));
        return trial with { ByHand = reference, Comparison = null, ComparisonByHand = null };
    }
}
