using System;

namespace LegacyOrders.Wf3.Services;

/// <summary>The exception for a van that cannot be loaded.</summary>
[Serializable]
public class CarrierException : Exception
{
    public CarrierException()
    {
    }

    public CarrierException(string message)
        : base(message)
    {
    }

    public CarrierException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
