using System.Diagnostics.CodeAnalysis;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>A struct that defines operators.</summary>
[SuppressMessage("Usage", "CA2225:Operator overloads have named alternates", Justification = "Only the operators are under test.")]
public readonly record struct Money(decimal Amount)
{
    public static Money operator +(Money left, Money right) => new(left.Amount + right.Amount);

    public static Money operator -(Money left, Money right) => new(left.Amount - right.Amount);

    public static Money operator *(Money left, int right) => new(left.Amount * right);

    public static Money operator /(Money left, int right) => new(left.Amount / right);

    public static bool operator <(Money left, Money right) => left.Amount < right.Amount;

    public static bool operator >(Money left, Money right) => left.Amount > right.Amount;

    public static bool operator <=(Money left, Money right) => left.Amount <= right.Amount;

    public static bool operator >=(Money left, Money right) => left.Amount >= right.Amount;

    public static Money operator &(Money left, Money right) => new(Math.Min(left.Amount, right.Amount));

    public static Money operator |(Money left, Money right) => new(Math.Max(left.Amount, right.Amount));

    public static Money operator !(Money money) => new(-money.Amount);

    public static explicit operator decimal(Money money) => money.Amount;

    public static implicit operator Money(int amount) => new(amount);
}

/// <summary>A struct without operators.</summary>
[SuppressMessage("Performance", "CA1815:Override equals and operator equals on value types", Justification = "That there are none is under test.")]
public struct Plain;
