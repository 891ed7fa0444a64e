using System.IO;

namespace LegacyOrders.Wf3.Services;

/// <summary>A warehouse whose van fails a given number of times.</summary>
public class Warehouse : IWarehouse
{
    private readonly TextWriter _output;
    private int _failures;

    public Warehouse(TextWriter output)
    {
        _output = output;
    }

    public void FailNext(int count)
    {
        _failures = count;
    }

    public string Reserve(string orderNumber, int pieces)
    {
        _output.WriteLine("    warehouse: {0} pieces reserved", pieces);
        return "R-" + orderNumber;
    }

    public void Release(string reservation)
    {
        _output.WriteLine("    warehouse: {0} released", reservation);
    }

    public void Load(string orderNumber)
    {
        if (_failures > 0)
        {
            _failures--;
            _output.WriteLine("    warehouse: no van for {0}", orderNumber);
            throw new CarrierException("There is no van.");
        }

        _output.WriteLine("    warehouse: {0} is on the van", orderNumber);
    }
}
