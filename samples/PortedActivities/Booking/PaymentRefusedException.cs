using System;

namespace PortedActivities.Booking;

public class PaymentRefusedException : Exception
{
    public PaymentRefusedException()
    {
    }

    public PaymentRefusedException(string message)
        : base(message)
    {
    }

    public PaymentRefusedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
