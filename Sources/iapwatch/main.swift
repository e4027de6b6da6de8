print("iapwatch")
