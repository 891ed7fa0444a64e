using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Services;

/// <summary>The stock, and the van that leaves the yard.</summary>
[ExternalDataExchange]
public interface IWarehouse
{
    string Reserve(string orderNumber, int pieces);

    void Release(string reservation);

    void Load(string orderNumber);
}
